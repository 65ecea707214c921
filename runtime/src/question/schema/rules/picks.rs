//! How many options may be picked.

use super::{FieldSchema, Kind, Literal, option_of};
use crate::question::ChoiceOption;

impl FieldSchema {
    /// The least number of options that have to be picked.
    ///
    /// # Panics
    /// The field is no list, or fewer options are there or allowed.
    #[must_use]
    pub const fn min_items(mut self, count: u32) -> Self {
        let Kind::Picks {
            options,
            min_items,
            max_items,
            ..
        } = &mut self.kind
        else {
            panic!("`min_items` is for a list of choices; this field is none")
        };
        assert!(
            count as usize <= options.len(),
            "`min_items` is greater than the number of options, and each can be picked once: \
             nothing fits"
        );
        if let Some(max_items) = max_items {
            assert!(
                count <= *max_items,
                "`min_items` is greater than `max_items`: nothing fits"
            );
        }
        *min_items = Some(count);
        self
    }

    /// The greatest number of options that may be picked.
    ///
    /// # Panics
    /// The field is no list, or more options have to be picked.
    #[must_use]
    pub const fn max_items(mut self, count: u32) -> Self {
        let Kind::Picks {
            min_items,
            max_items,
            ..
        } = &mut self.kind
        else {
            panic!("`max_items` is for a list of choices; this field is none")
        };
        assert!(
            count > 0,
            "a list of at most 0 items is always empty: leave the field out"
        );
        if let Some(min_items) = min_items {
            assert!(
                *min_items <= count,
                "`min_items` is greater than `max_items`: nothing fits"
            );
        }
        *max_items = Some(count);
        self
    }
}

/// A default is what a person could pick.
pub(super) const fn assert_default(
    options: &'static [ChoiceOption],
    items: &[Literal],
    min_items: Option<u32>,
    max_items: Option<u32>,
) {
    if let Some(min_items) = min_items {
        assert!(
            min_items as usize <= items.len(),
            "the default has fewer items than `min_items`"
        );
    }
    if let Some(max_items) = max_items {
        assert!(
            items.len() <= max_items as usize,
            "the default has more items than `max_items`"
        );
    }
    let mut rest = items;
    while let [item, after @ ..] = rest {
        let option = option_of(options, *item);
        let mut others = after;
        while let [other, behind @ ..] = others {
            assert!(
                !option.is(*other),
                "the default has an option twice, and each can be picked once"
            );
            others = behind;
        }
        rest = after;
    }
}
