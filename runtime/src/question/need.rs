use std::fmt;

/// A client capability that a question needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Need {
    /// `elicitation.form`
    Form,
    /// `elicitation.url`
    Url,
    /// `sampling`
    Sampling,
    /// `sampling.tools`
    SamplingTools,
    /// `sampling.context`
    SamplingContext,
    /// `roots`
    Roots,
}

/// Client capabilities that questions need, each once. What a tool may need is known at compile
/// time: see [`Info::needs`](crate::Info::needs).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Needs(u8);

impl Need {
    const ALL: [Self; 6] = [
        Self::Form,
        Self::Url,
        Self::Sampling,
        Self::SamplingTools,
        Self::SamplingContext,
        Self::Roots,
    ];
}

impl Needs {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// These, and one more.
    #[must_use]
    pub const fn and(self, need: Need) -> Self {
        Self(self.0 | 1 << need as u8)
    }

    /// Whether this is among them.
    #[must_use]
    pub const fn contains(self, need: Need) -> bool {
        self.0 & 1 << need as u8 != 0
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, in the order of [`Need`].
    pub fn iter(self) -> impl Iterator<Item = Need> {
        Need::ALL
            .into_iter()
            .filter(move |need| self.contains(*need))
    }
}

impl FromIterator<Need> for Needs {
    fn from_iter<I: IntoIterator<Item = Need>>(needs: I) -> Self {
        needs.into_iter().fold(Self::NONE, Self::and)
    }
}

impl fmt::Debug for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        for need in Need::ALL {
            let one = Needs::NONE.and(need);
            assert_eq!(one.iter().collect::<Vec<_>>(), [need]);
            assert!(
                Need::ALL
                    .iter()
                    .all(|it| one.contains(*it) == (*it == need))
            );
        }
        let all: Needs = Need::ALL.into_iter().rev().collect();
        assert_eq!(all.iter().collect::<Vec<_>>(), Need::ALL);
        assert_eq!(all.and(Need::Url), all);
        assert!(Needs::default().is_empty());
        assert_eq!(format!("{:?}", Needs::NONE.and(Need::Roots)), "{Roots}");
    }
}
