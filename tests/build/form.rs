//! A form: some fields with names, docs and titles.

use std::fmt::Write as _;

use crate::field;
use crate::random::Random;

pub(crate) struct Form {
    /// The struct.
    pub(crate) item: String,
    /// Its entry in the list.
    pub(crate) case: String,
}

const FIRST: [&str; 6] = ["first", "other", "large", "quiet", "old", "open"];
const SECOND: [&str; 6] = ["house", "river", "label", "window", "day", "price"];

pub(crate) fn write(random: &mut Random, number: usize) -> Form {
    let case = *random.pick(&["", "camelCase", "kebab-case", "SCREAMING_SNAKE_CASE"]);
    let (mut fields, mut properties, mut required) = (String::new(), Vec::new(), Vec::new());
    for at in 0..random.within(1, 7) {
        let (first, second) = (random.pick(&FIRST), random.pick(&SECOND));
        let mut field = field::write(random);
        let mut name = renamed(case, first, second, at);
        // An unused rule set is no attribute at all.
        if random.chance(4) {
            name = format!("named-{at}");
            let _ = writeln!(fields, "    #[serde(rename = \"{name}\")]");
        }
        if random.chance(3) {
            let _ = writeln!(fields, "    /// What {second} it is, \"{at}\"");
            field
                .property
                .push(format!(r#""description": "What {second} it is, \"{at}\"""#));
        }
        if random.chance(3) {
            field.rules.push(format!("title = \"The {second}\""));
            field.property.push(format!(r#""title": "The {second}""#));
        }
        if !field.rules.is_empty() {
            let _ = writeln!(fields, "    #[form({})]", field.rules.join(", "));
        }
        let ty = if random.chance(3) {
            format!("Option<{}>", field.ty)
        } else {
            required.push(format!("\"{name}\""));
            field.ty
        };
        let _ = writeln!(fields, "    {first}_{second}_{at}: {ty},");
        properties.push(format!(r#""{name}": {{{}}}"#, field.property.join(", ")));
    }
    let renaming = if case.is_empty() {
        String::new()
    } else {
        format!("#[serde(rename_all = \"{case}\")]\n")
    };
    let mut expected = format!(
        r#"{{"type": "object", "properties": {{{}}}"#,
        properties.join(", ")
    );
    if !required.is_empty() {
        let _ = write!(expected, r#", "required": [{}]"#, required.join(", "));
    }
    expected.push('}');
    Form {
        item: format!(
            "#[derive(Debug, serde::Serialize, Form)]\n{renaming}struct Form{number} {{\n{fields}}}\n"
        ),
        case: format!("    Case::of::<Form{number}>(\"Form{number}\", r#\"{expected}\"#),\n"),
    }
}

/// The name of `first_second_at` under a `rename_all`.
fn renamed(case: &str, first: &str, second: &str, at: i64) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    match case {
        "camelCase" => format!("{first}{}{at}", capital(second)),
        "kebab-case" => format!("{first}-{second}-{at}"),
        "SCREAMING_SNAKE_CASE" => format!("{first}_{second}_{at}").to_uppercase(),
        _ => format!("{first}_{second}_{at}"),
    }
}
