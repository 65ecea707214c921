//! One field: its type, the rules on it, and the property that they must become.

use crate::random::Random;

/// A field without a name.
pub(crate) struct Field {
    pub(crate) ty: String,
    /// The keys of `#[form(…)]`.
    pub(crate) rules: Vec<String>,
    /// The members of the property, as JSON.
    pub(crate) property: Vec<String>,
}

/// An integer type with what it publishes.
const INTEGERS: [(&str, i64, i64); 9] = [
    ("u8", 0, u8::MAX as i64),
    ("u16", 0, u16::MAX as i64),
    ("u32", 0, u32::MAX as i64),
    ("u64", 0, LARGEST),
    ("usize", 0, LARGEST),
    ("i8", i8::MIN as i64, i8::MAX as i64),
    ("i16", i16::MIN as i64, i16::MAX as i64),
    ("i32", i32::MIN as i64, i32::MAX as i64),
    ("i64", -LARGEST, LARGEST),
];

/// 2^53 − 1.
const LARGEST: i64 = 9_007_199_254_740_991;

/// A choice that the test declares: its type, its variants, and its options as JSON.
const CHOICES: [(&str, &[&str], &[&str], bool); 2] = [
    (
        "Plain",
        &["One", "Two", "Three"],
        &["One", "Two", "Three"],
        false,
    ),
    ("Titled", &["Red", "DarkBlue"], &["red", "dark-blue"], true),
];

pub(crate) fn write(random: &mut Random) -> Field {
    match random.within(0, 9) {
        0 => boolean(random),
        1 | 2 => text(random),
        3 => formatted(random),
        4 | 5 => integer(random),
        6 => number(random),
        7 => choice(random),
        8 => picks(random),
        _ => newtype(random),
    }
}

impl Field {
    fn new(ty: &str, kind: &str) -> Self {
        Self {
            ty: ty.to_owned(),
            rules: Vec::new(),
            property: vec![format!(r#""type": "{kind}""#)],
        }
    }

    /// A rule that becomes a keyword.
    fn rule(&mut self, key: &str, keyword: &str, value: impl std::fmt::Display) {
        self.rules.push(format!("{key} = {value}"));
        self.property.push(format!(r#""{keyword}": {value}"#));
    }
}

fn boolean(random: &mut Random) -> Field {
    let mut field = Field::new("bool", "boolean");
    if random.chance(2) {
        let value = random.chance(2);
        field.rule("default", "default", value);
    }
    field
}

fn text(random: &mut Random) -> Field {
    let ty = *random.pick(&["String", "Box<str>"]);
    let mut field = Field::new(ty, "string");
    let min = random.within(0, 6);
    let max = random.within(min.max(1), 12);
    let (has_min, has_max) = (random.chance(2), random.chance(2));
    if has_min {
        field.rule("min_length", "minLength", min);
    }
    if has_max {
        field.rule("max_length", "maxLength", max);
    }
    if random.chance(3) {
        let length = usize::try_from(random.within(min, max)).expect("a length");
        field.rule("default", "default", format!("\"{}\"", "é".repeat(length)));
    }
    field
}

fn formatted(random: &mut Random) -> Field {
    let mut field = Field::new("String", "string");
    let (format, default) = *random.pick(&[
        ("email", "name@example.org"),
        ("uri", "ftp://example.org/a"),
        ("date", "2026-07-28"),
        ("date-time", "2026-07-28T09:30:00Z"),
    ]);
    field.rule("format", "format", format!("\"{format}\""));
    if random.chance(3) {
        field.rule("default", "default", format!("\"{default}\""));
    }
    field
}

fn integer(random: &mut Random) -> Field {
    let (ty, least, most) = *random.pick(&INTEGERS);
    let mut field = Field::new(ty, "integer");
    let min = random.within(least, most);
    let max = random.within(min, most);
    let (has_min, has_max) = (random.chance(2), random.chance(2));
    if has_min {
        field.rules.push(format!("min = {min}"));
    }
    if has_max {
        field.rules.push(format!("max = {max}"));
    }
    // The bounds of the type are published where the author gives none.
    let (least, most) = (
        if has_min { min } else { least },
        if has_max { max } else { most },
    );
    field.property.push(format!(r#""minimum": {least}"#));
    field.property.push(format!(r#""maximum": {most}"#));
    if random.chance(3) {
        let value = random.within(least, most);
        field.rule("default", "default", value);
    }
    field
}

fn number(random: &mut Random) -> Field {
    let ty = *random.pick(&["f32", "f64"]);
    let mut field = Field::new(ty, "number");
    // Quarters are exact in both types.
    let quarters = |count: i64| {
        let part = match count % 4 {
            0 => "0",
            1 => "25",
            2 => "5",
            _ => "75",
        };
        format!("{}.{part}", count / 4)
    };
    let min = random.within(0, 400);
    let max = random.within(min, 800);
    if random.chance(2) {
        field.rule("min", "minimum", quarters(min));
    }
    if random.chance(2) {
        field.rule("max", "maximum", quarters(max));
    }
    if random.chance(3) {
        let value = random.within(min, max);
        field.rule("default", "default", quarters(value));
    }
    field
}

fn choice(random: &mut Random) -> Field {
    let (ty, variants, names, titled) = *random.pick(&CHOICES);
    let mut field = Field::new(ty, "string");
    field.property.push(options(names, titled, "oneOf"));
    if random.chance(2) {
        let at = usize::try_from(random.within(0, 1)).expect("an index");
        let written = if random.chance(2) {
            format!("{ty}::{}", variants[at])
        } else {
            format!("\"{}\"", names[at])
        };
        field.rules.push(format!("default = {written}"));
        field
            .property
            .push(format!(r#""default": "{}""#, names[at]));
    }
    field
}

fn picks(random: &mut Random) -> Field {
    let (choice, variants, names, titled) = *random.pick(&CHOICES);
    let list = random.pick(&["Vec", "BTreeSet", "HashSet"]);
    let mut field = Field::new(&format!("{list}<{choice}>"), "array");
    let most = i64::try_from(names.len()).expect("a short list");
    let min = random.within(0, most);
    let max = random.within(min.max(1), most);
    if random.chance(2) {
        field.rule("min_items", "minItems", min);
    }
    if random.chance(2) {
        field.rule("max_items", "maxItems", max);
    }
    let ty = if titled { "" } else { r#""type": "string", "# };
    let options = options(names, titled, "anyOf");
    field
        .property
        .push(format!(r#""items": {{{ty}{options}}}"#));
    if random.chance(3) {
        let count = usize::try_from(random.within(min, max)).expect("a count");
        let paths: Vec<_> = variants[..count]
            .iter()
            .map(|it| format!("{choice}::{it}"))
            .collect();
        let names: Vec<_> = names[..count]
            .iter()
            .map(|it| format!("\"{it}\""))
            .collect();
        field
            .rules
            .push(format!("default = [{}]", paths.join(", ")));
        field
            .property
            .push(format!(r#""default": [{}]"#, names.join(", ")));
    }
    field
}

fn newtype(random: &mut Random) -> Field {
    let mut field;
    if random.chance(2) {
        field = Field::new("Age", "integer");
        let min = random.within(0, 150);
        let narrowed = random.chance(2);
        if narrowed {
            field.rules.push(format!("min = {min}"));
        }
        let least = if narrowed { min } else { 0 };
        field
            .property
            .push(format!(r#""minimum": {least}, "maximum": 150"#));
    } else {
        field = Field::new("Code", "string");
        field
            .property
            .push(r#""minLength": 2, "maxLength": 8"#.to_owned());
    }
    field
}

fn options(names: &[&str], titled: bool, keyword: &str) -> String {
    let options: Vec<_> = names
        .iter()
        .map(|name| match (titled, *name) {
            // The test gives a title to one of them.
            (true, "dark-blue") => r#"{"const": "dark-blue", "title": "Dark blue"}"#.to_owned(),
            (true, name) => format!(r#"{{"const": "{name}", "title": "{name}"}}"#),
            (false, name) => format!("\"{name}\""),
        })
        .collect();
    let keyword = if titled { keyword } else { "enum" };
    format!(r#""{keyword}": [{}]"#, options.join(", "))
}
