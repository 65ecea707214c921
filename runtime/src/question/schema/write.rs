//! The schema as it travels: only keywords of the protocol's subset, no `$ref`, no `$schema`.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{FieldSchema, FormSchema, Kind, Literal};
use crate::question::{ChoiceOption, Format};

impl Serialize for FormSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let required: Vec<_> = self
            .fields
            .iter()
            .filter(|(_, field)| field.required)
            .map(|(name, _)| name)
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(self.fields))?;
        if !required.is_empty() {
            map.serialize_entry("required", &required)?;
        }
        map.end()
    }
}

struct Properties(&'static [(&'static str, FieldSchema)]);

impl Serialize for Properties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Field by field into the map, so that their order is the order of declaration.
        serializer.collect_map(self.0.iter().map(|(name, field)| (name, field)))
    }
}

impl Serialize for FieldSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.kind.type_name())?;
        entry(&mut map, "title", self.title)?;
        entry(&mut map, "description", self.description)?;
        match self.kind {
            Kind::Boolean { default } => entry(&mut map, "default", default)?,
            Kind::Text {
                min_length,
                max_length,
                format,
                default,
            } => {
                entry(&mut map, "minLength", min_length)?;
                entry(&mut map, "maxLength", max_length)?;
                entry(&mut map, "format", format.map(Format::as_str))?;
                entry(&mut map, "default", default)?;
            }
            Kind::Integer {
                minimum,
                maximum,
                default,
            } => {
                map.serialize_entry("minimum", &minimum)?;
                map.serialize_entry("maximum", &maximum)?;
                entry(&mut map, "default", default)?;
            }
            Kind::Number {
                minimum,
                maximum,
                default,
            } => {
                entry(&mut map, "minimum", minimum)?;
                entry(&mut map, "maximum", maximum)?;
                entry(&mut map, "default", default)?;
            }
            Kind::Choice {
                options,
                enum_names,
                default,
            } => {
                if enum_names {
                    write_names(&mut map, options)?;
                } else {
                    write_options(&mut map, "oneOf", options)?;
                }
                entry(&mut map, "default", default)?;
            }
            Kind::Picks {
                options,
                min_items,
                max_items,
                default,
            } => {
                entry(&mut map, "minItems", min_items)?;
                entry(&mut map, "maxItems", max_items)?;
                map.serialize_entry("items", &Items(options))?;
                entry(
                    &mut map,
                    "default",
                    default.map(|items| named(items, options)),
                )?;
            }
        }
        map.end()
    }
}

impl Kind {
    const fn type_name(self) -> &'static str {
        match self {
            Self::Boolean { .. } => "boolean",
            Self::Text { .. } | Self::Choice { .. } => "string",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Picks { .. } => "array",
        }
    }
}

/// The options of which several can be picked.
struct Items(&'static [ChoiceOption]);

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !is_titled(self.0) {
            map.serialize_entry("type", "string")?;
        }
        write_options(&mut map, "anyOf", self.0)?;
        map.end()
    }
}

/// What an author's default means, in names on the wire.
fn named(items: &[Literal], options: &[ChoiceOption]) -> Vec<&'static str> {
    let option = |item: &Literal| options.iter().find(|option| option.is(*item));
    let named = items.iter().filter_map(option);
    named.map(|option| option.name).collect()
}

fn is_titled(options: &[ChoiceOption]) -> bool {
    options.iter().any(|option| option.title.is_some())
}

/// `LegacyTitledEnumSchema`.
fn write_names<M: SerializeMap>(map: &mut M, options: &[ChoiceOption]) -> Result<(), M::Error> {
    let names: Vec<_> = options.iter().map(|option| option.name).collect();
    map.serialize_entry("enum", &names)?;
    let titles: Vec<_> = options
        .iter()
        .map(|option| option.title.unwrap_or(option.name))
        .collect();
    map.serialize_entry("enumNames", &titles)
}

/// With titles under the keyword `titled`, where an option has one: `TitledSingleSelectEnumSchema`
/// and its kin.
fn write_options<M: SerializeMap>(
    map: &mut M,
    titled: &'static str,
    options: &[ChoiceOption],
) -> Result<(), M::Error> {
    #[derive(Serialize)]
    struct Titled {
        r#const: &'static str,
        title: &'static str,
    }

    if !is_titled(options) {
        let names: Vec<_> = options.iter().map(|option| option.name).collect();
        return map.serialize_entry("enum", &names);
    }
    let options: Vec<_> = options
        .iter()
        .map(|option| Titled {
            r#const: option.name,
            title: option.title.unwrap_or(option.name),
        })
        .collect();
    map.serialize_entry(titled, &options)
}

fn entry<M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(key, &value),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::question::{Ask, ChoiceOption, Field, FieldSchema, FormSchema, Format, Literal};

    fn written(schema: impl serde::Serialize) -> String {
        serde_json::to_string(&schema).expect("JSON")
    }

    #[test]
    fn fields_keep_their_order() {
        const FIELDS: &[(&str, FieldSchema)] = &[
            ("zebra", FieldSchema::boolean()),
            ("ant", FieldSchema::text().optional()),
            ("bee", FieldSchema::number()),
        ];
        assert_eq!(
            written(FormSchema::new(FIELDS)),
            r#"{"type":"object","properties":{"zebra":{"type":"boolean"},"ant":{"type":"string"},"bee":{"type":"number"}},"required":["zebra","bee"]}"#
        );
    }

    #[test]
    fn a_primitive_is_a_form_of_one_field() {
        assert_eq!(
            written(bool::schema()),
            r#"{"type":"object","properties":{"answer":{"type":"boolean"}},"required":["answer"]}"#
        );
        assert_eq!(
            written(<Option<String> as Ask>::schema()),
            r#"{"type":"object","properties":{"answer":{"type":"string"}}}"#
        );
    }

    #[test]
    fn every_keyword_of_a_text() {
        let schema = FieldSchema::text()
            .title("Mail")
            .description("Where to write")
            .min_length(6)
            .max_length(40)
            .format(Format::Email)
            .default_to(Literal::Text("name@example.org"));
        assert_eq!(
            written(schema),
            r#"{"type":"string","title":"Mail","description":"Where to write","minLength":6,"maxLength":40,"format":"email","default":"name@example.org"}"#
        );
    }

    #[test]
    fn integers_publish_their_bounds() {
        assert_eq!(
            written(u8::SCHEMA),
            r#"{"type":"integer","minimum":0,"maximum":255}"#
        );
        assert_eq!(
            written(i16::SCHEMA),
            r#"{"type":"integer","minimum":-32768,"maximum":32767}"#
        );
        assert_eq!(
            written(u64::SCHEMA),
            r#"{"type":"integer","minimum":0,"maximum":9007199254740991}"#
        );
        assert_eq!(
            written(i64::SCHEMA.default_to(Literal::Integer(-1))),
            r#"{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"default":-1}"#
        );
    }

    #[test]
    fn floats_print_short() {
        let schema = f32::SCHEMA
            .minimum(Literal::Number(0.1))
            .maximum(Literal::Number(0.9))
            .default_to(Literal::Number(0.3));
        assert_eq!(
            written(schema),
            r#"{"type":"number","minimum":0.1,"maximum":0.9,"default":0.3}"#
        );
    }

    #[test]
    fn options_are_titled_where_one_has_a_title() {
        const UNTITLED: &[ChoiceOption] = &[ChoiceOption::new("a", 0), ChoiceOption::new("b", 1)];
        const TITLED: &[ChoiceOption] = &[
            ChoiceOption::new("a", 0).titled("First"),
            ChoiceOption::new("b", 1),
        ];
        assert_eq!(
            written(FieldSchema::choice(UNTITLED).default_to(Literal::Variant(1))),
            r#"{"type":"string","enum":["a","b"],"default":"b"}"#
        );
        assert_eq!(
            written(FieldSchema::choice(TITLED).default_to(Literal::Text("a"))),
            r#"{"type":"string","oneOf":[{"const":"a","title":"First"},{"const":"b","title":"b"}],"default":"a"}"#
        );
    }

    #[test]
    fn a_list_of_options_is_an_array() {
        const UNTITLED: &[ChoiceOption] = &[ChoiceOption::new("a", 0), ChoiceOption::new("b", 1)];
        const TITLED: &[ChoiceOption] = &[
            ChoiceOption::new("a", 0).titled("First"),
            ChoiceOption::new("b", 1),
        ];
        let untitled = FieldSchema::picks(UNTITLED)
            .title("Both?")
            .min_items(1)
            .max_items(2)
            .default_to(Literal::List(&[Literal::Variant(1), Literal::Text("a")]));
        assert_eq!(
            written(untitled),
            r#"{"type":"array","title":"Both?","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b"]},"default":["b","a"]}"#
        );
        assert_eq!(
            written(FieldSchema::picks(TITLED)),
            r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"First"},{"const":"b","title":"b"}]}}"#
        );
    }
}
