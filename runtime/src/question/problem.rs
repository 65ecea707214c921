use std::fmt;

/// One thing that is wrong with an answer, in words for the person who gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The field, where there is one.
    pub field: Option<String>,
    /// What is wrong: `must be at most 40 characters`.
    pub text: String,
}

/// All that is wrong with an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Nothing is wrong so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One thing, about the answer as a whole.
    pub fn whole(text: impl Into<String>) -> Self {
        Self(vec![Problem {
            field: None,
            text: text.into(),
        }])
    }

    /// Adds one thing, about one field.
    pub fn field(&mut self, field: impl Into<String>, text: impl Into<String>) {
        self.0.push(Problem {
            field: Some(field.into()),
            text: text.into(),
        });
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each thing, in the order of the fields.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Please correct:")?;
        for Problem { field, text } in &self.0 {
            match field {
                Some(field) => write!(f, "\n- {field}: {text}")?,
                None => write!(f, "\n- {text}")?,
            }
        }
        Ok(())
    }
}
