//! `rename_all`, with the rules of serde.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    pub(super) const ALL: [(&'static str, Self); 8] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, case)| *case)
    }

    /// From `PascalCase`.
    pub(super) fn of_variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Camel => with_first(name, char::to_ascii_lowercase),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Snake | Self::ScreamingSnake | Self::Kebab | Self::ScreamingKebab => {
                self.of_field(&snake(name))
            }
        }
    }

    /// From `snake_case`.
    pub(super) fn of_field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => with_first(&pascal(name), char::to_ascii_lowercase),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn snake(pascal: &str) -> String {
    let mut snake = String::new();
    for (at, c) in pascal.char_indices() {
        if at > 0 && c.is_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

fn pascal(snake: &str) -> String {
    snake
        .split('_')
        .map(|word| with_first(word, char::to_ascii_uppercase))
        .collect()
}

fn with_first(word: &str, change: impl Fn(&char) -> char) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|first| change(&first))
        .into_iter()
        .chain(chars)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn variants_and_fields() {
        let expected = [
            ("lowercase", "verybig", "very_big"),
            ("UPPERCASE", "VERYBIG", "VERY_BIG"),
            ("PascalCase", "VeryBig", "VeryBig"),
            ("camelCase", "veryBig", "veryBig"),
            ("snake_case", "very_big", "very_big"),
            ("SCREAMING_SNAKE_CASE", "VERY_BIG", "VERY_BIG"),
            ("kebab-case", "very-big", "very-big"),
            ("SCREAMING-KEBAB-CASE", "VERY-BIG", "VERY-BIG"),
        ];
        for (name, variant, field) in expected {
            let case = Case::named(name).expect(name);
            assert_eq!(case.of_variant("VeryBig"), variant, "{name}");
            assert_eq!(case.of_field("very_big"), field, "{name}");
        }
        assert_eq!(Case::named("Kebab"), None);
    }
}
