//! Numbers that look random, and are the same in every build.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `least` to `most`, both included.
    pub(crate) fn within(&mut self, least: i64, most: i64) -> i64 {
        let span = u64::try_from(i128::from(most) - i128::from(least) + 1).expect("a range");
        let offset = i128::from(self.next() % span);
        i64::try_from(i128::from(least) + offset).expect("within the range")
    }

    pub(crate) fn chance(&mut self, one_in: i64) -> bool {
        self.within(1, one_in) == 1
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let last = i64::try_from(items.len()).expect("a short list") - 1;
        &items[usize::try_from(self.within(0, last)).expect("an index")]
    }
}
