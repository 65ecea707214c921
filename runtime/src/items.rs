//! What a `for` loop with steps in its body keeps between its rounds.
//!
//! A std iterator is never saved: most cannot be, and `RangeInclusive` loses that it is exhausted.
//! A loop by value keeps the elements that are left, a loop over a range its two bounds, and a
//! loop over a borrowed collection an index.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// More elements than this are taken for an iterator without an end.
const MAX_ITEMS: usize = 1_000_000;

/// The elements that are left.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Items<T>(VecDeque<T>);

/// The bounds that are left, the upper one excluded.
#[derive(Debug, Serialize, Deserialize)]
pub struct RangeItems<T>(T, T);

/// The bounds that are left, the upper one included; `None` behind the last.
#[derive(Debug, Serialize, Deserialize)]
pub struct InclusiveItems<T>(Option<(T, T)>);

/// Gives the next element of a loop.
pub trait NextItem {
    /// What the loop goes over.
    type Item;

    /// The next element; `None` behind the last.
    fn next_item(&mut self) -> Option<Self::Item>;
}

/// All elements; `None` where there is no end in sight.
pub fn items<I: IntoIterator>(iter: I) -> Option<Items<I::Item>> {
    let mut iter = iter.into_iter();
    let items: VecDeque<_> = iter.by_ref().take(MAX_ITEMS).collect();
    (items.len() < MAX_ITEMS || iter.next().is_none()).then_some(Items(items))
}

/// `from..to`
pub fn range_items<T>(range: Range<T>) -> Option<RangeItems<T>> {
    Some(RangeItems(range.start, range.end))
}

/// `from..=to`
pub fn inclusive_items<T: PartialOrd>(range: RangeInclusive<T>) -> Option<InclusiveItems<T>> {
    let (first, last) = range.into_inner();
    Some(InclusiveItems((first <= last).then_some((first, last))))
}

impl<T> NextItem for Items<T> {
    type Item = T;

    fn next_item(&mut self) -> Option<T> {
        self.0.pop_front()
    }
}

impl<T: Clone> NextItem for RangeItems<T>
where
    Range<T>: Iterator<Item = T>,
{
    type Item = T;

    fn next_item(&mut self) -> Option<T> {
        let mut range = self.0.clone()..self.1.clone();
        let item = range.next();
        self.0 = range.start;
        item
    }
}

impl<T: Clone + PartialOrd> NextItem for InclusiveItems<T>
where
    RangeInclusive<T>: Iterator<Item = T>,
{
    type Item = T;

    fn next_item(&mut self) -> Option<T> {
        let (first, last) = self.0.take()?;
        let mut range = first..=last.clone();
        let item = range.next();
        let next = range.next();
        self.0 = next.map(|next| (next, last));
        item
    }
}

/// A collection whose elements have the same order after it was carried.
#[diagnostic::on_unimplemented(
    message = "a `for` loop with a step in its body cannot borrow `{Self}`",
    label = "its elements may come in another order behind the step",
    note = "go over it by value, or collect it into a `Vec` first",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#loops-over-borrows"
)]
pub trait Ordered {
    /// What a loop over a borrow gives.
    type Item<'a>
    where
        Self: 'a;

    /// The element at `index`.
    fn at(&self, index: usize) -> Option<Self::Item<'_>>;
}

impl<T> Ordered for [T] {
    type Item<'a>
        = &'a T
    where
        T: 'a;

    fn at(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T, const N: usize> Ordered for [T; N] {
    type Item<'a>
        = &'a T
    where
        T: 'a;

    fn at(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T> Ordered for Vec<T> {
    type Item<'a>
        = &'a T
    where
        T: 'a;

    fn at(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T> Ordered for VecDeque<T> {
    type Item<'a>
        = &'a T
    where
        T: 'a;

    fn at(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T> Ordered for BTreeSet<T> {
    type Item<'a>
        = &'a T
    where
        T: 'a;

    fn at(&self, index: usize) -> Option<&T> {
        self.iter().nth(index)
    }
}

impl<K, V> Ordered for BTreeMap<K, V> {
    type Item<'a>
        = (&'a K, &'a V)
    where
        K: 'a,
        V: 'a;

    fn at(&self, index: usize) -> Option<(&K, &V)> {
        self.iter().nth(index)
    }
}

impl Ordered for serde_json::Map<String, serde_json::Value> {
    type Item<'a> = (&'a String, &'a serde_json::Value);

    fn at(&self, index: usize) -> Option<Self::Item<'_>> {
        self.iter().nth(index)
    }
}

impl<T> Ordered for Option<T> {
    type Item<'a>
        = &'a T
    where
        T: 'a;

    fn at(&self, index: usize) -> Option<&T> {
        self.as_ref().filter(|_| index == 0)
    }
}

impl<C: Ordered + ?Sized> Ordered for &C {
    type Item<'a>
        = C::Item<'a>
    where
        Self: 'a;

    fn at(&self, index: usize) -> Option<C::Item<'_>> {
        (**self).at(index)
    }
}

impl<C: Ordered + ?Sized> Ordered for Box<C> {
    type Item<'a>
        = C::Item<'a>
    where
        Self: 'a;

    fn at(&self, index: usize) -> Option<C::Item<'_>> {
        (**self).at(index)
    }
}

/// A collection or text whose elements are listed in the same order each time, after it was
/// carried too.
#[diagnostic::on_unimplemented(
    message = "a `for` loop with a step in its body cannot borrow what `{Self}` lists",
    label = "it is asked for it again behind the step, and only std's ordered collections and texts are known to list the same",
    note = "let a local have it, and go over that by value: `let lines = order.lines();`, or a `Vec` that it is collected into",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#loops-over-borrows"
)]
pub trait Listed {}

impl Listed for str {}
impl Listed for String {}
impl<T> Listed for [T] {}
impl<T, const N: usize> Listed for [T; N] {}
impl<T> Listed for Vec<T> {}
impl<T> Listed for VecDeque<T> {}
impl<T> Listed for BTreeSet<T> {}
impl<K, V> Listed for BTreeMap<K, V> {}
impl Listed for serde_json::Map<String, serde_json::Value> {}
impl<T> Listed for Option<T> {}
impl<C: Listed + ?Sized> Listed for &C {}
impl<C: Listed + ?Sized> Listed for Box<C> {}
impl<C: Listed + ?Sized> Listed for Rc<C> {}
impl<C: Listed + ?Sized> Listed for Arc<C> {}
impl<C: Listed + ToOwned + ?Sized> Listed for Cow<'_, C> {}

/// What is there itself, and not only referred to: while something borrows from it, it stays what
/// it is. A `mut` local with a reference may be given another one meanwhile.
#[diagnostic::on_unimplemented(
    message = "a borrow from `{Self}` cannot be made again behind a step, where the local is `mut`",
    label = "the local may refer to something else by then",
    note = "bind it once more, without `mut`, before the borrow: `let text = text;`",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#borrows-over-a-step"
)]
pub trait Held {}

impl Held for str {}
impl Held for String {}
impl<T> Held for [T] {}
impl<T, const N: usize> Held for [T; N] {}
impl<T> Held for Vec<T> {}
impl<T> Held for VecDeque<T> {}
impl<T> Held for BTreeSet<T> {}
impl<K, V> Held for BTreeMap<K, V> {}
impl<K, V, S> Held for HashMap<K, V, S> {}
impl<T, S> Held for HashSet<T, S> {}
impl Held for serde_json::Map<String, serde_json::Value> {}
impl Held for serde_json::Value {}
impl<T> Held for Option<T> {}
impl<C: ?Sized> Held for Box<C> {}
impl<C: ?Sized> Held for Rc<C> {}
impl<C: ?Sized> Held for Arc<C> {}
impl<C: ToOwned + ?Sized> Held for Cow<'_, C> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest<N: NextItem>(mut items: N) -> Vec<N::Item> {
        std::iter::from_fn(|| items.next_item()).collect()
    }

    #[test]
    fn ranges_end_where_std_says() {
        assert_eq!(rest(range_items(1..4).expect("finite")), [1, 2, 3]);
        let (low, high) = (1, 4);
        assert_eq!(rest(range_items(high..low).expect("finite")), [0; 0]);
        assert_eq!(
            rest(inclusive_items(254..=255u8).expect("finite")),
            [254, 255]
        );
        assert_eq!(rest(inclusive_items(high..=low).expect("finite")), [0; 0]);
        assert_eq!(
            rest(inclusive_items('a'..='c').expect("finite")),
            ['a', 'b', 'c']
        );
    }

    #[test]
    fn an_iterator_without_an_end_is_refused() {
        assert!(items(std::iter::repeat(())).is_none());
        assert!(items(0..1_000_000).is_some());
        assert_eq!(rest(items("ab".chars()).expect("finite")), ['a', 'b']);
    }
}
