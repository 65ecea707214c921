use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

use serde_json::{Map, Value};

use super::schema::{number, whole};
use super::{Choice, FieldSchema, Problems};

/// A type that one field of a form can have.
///
/// `bool`, `String`, `Box<str>`, the integers up to 64 bits, `f32`, `f64`, every
/// [`Choice`], a `Vec`, `BTreeSet` or `HashSet` of a choice, and `Option` of each. Text with a format
/// may have a type that says so: `url::Url`; with the feature `chrono` its `NaiveDate` and
/// `DateTime<Utc>` or `DateTime<FixedOffset>`; with the feature `jiff` its `civil::Date` and
/// `Timestamp`.
///
/// A newtype with [`#[derive(Form)]`](derive@crate::Form) behaves as what is inside. A type of your
/// own that travels as one of these can be a field too:
///
/// ```
/// use mrtr::question::{Field, FieldSchema};
/// use serde_json::Value;
///
/// struct Port(u16);
///
/// impl Field for Port {
///     const SCHEMA: FieldSchema = u16::SCHEMA;
///
///     fn read(value: Option<&Value>) -> Result<Self, String> {
///         match u16::read(value)? {
///             0 => Err("must not be 0".to_owned()),
///             port => Ok(Self(port)),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "a form is flat: its fields are booleans, strings, numbers, choices and lists of choices",
    note = "use `bool`, `String`, an integer of at most 64 bits, `f64`, a `#[derive(Choice)]` enum, a `Vec` of such an enum, a newtype with `#[derive(Form)]`, or an `Option` of one of these",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-form-that-is-refused"
)]
pub trait Field: Sized + Send + 'static {
    /// What the type alone says about the field; attributes narrow it.
    const SCHEMA: FieldSchema;

    /// Reads the field from an answer; `None` where the answer does not have it.
    ///
    /// In a form, `value` has been checked against the field's schema, attributes included.
    ///
    /// # Errors
    /// What is wrong, in words for the person: `must be a whole number`.
    fn read(value: Option<&Value>) -> Result<Self, String>;
}

/// One field of a form: its name on the wire, its schema, and the type that it is read as.
#[derive(Debug)]
pub struct FormField<T> {
    name: &'static str,
    schema: FieldSchema,
    read: fn(Option<&Value>) -> Result<T, String>,
}

impl<T> FormField<T> {
    /// Puts the parts together; `read` is [`Field::read`].
    ///
    /// It is a parameter so that the only bound on `T` is where the author's type is named.
    #[must_use]
    pub const fn new(
        name: &'static str,
        schema: FieldSchema,
        read: fn(Option<&Value>) -> Result<T, String>,
    ) -> Self {
        Self { name, schema, read }
    }

    /// The field as a form's schema takes it.
    #[must_use]
    pub const fn schema(&self) -> (&'static str, FieldSchema) {
        (self.name, self.schema)
    }

    /// Reads the field from the content of an answer, or adds to the `problems`.
    pub fn read(&self, content: &Map<String, Value>, problems: &mut Problems) -> Option<T> {
        // Clients that write an empty field as `null` mean that it is not there.
        let value = content.get(self.name).filter(|value| !value.is_null());
        self.schema
            .check(value)
            .and_then(|()| (self.read)(value))
            .map_err(|text| match value {
                Some(value) => problems.value(self.name, text, value),
                None => problems.field(self.name, text),
            })
            .ok()
    }
}

impl Field for bool {
    const SCHEMA: FieldSchema = FieldSchema::boolean();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        checked(&Self::SCHEMA, value, Value::as_bool)
    }
}

impl Field for String {
    const SCHEMA: FieldSchema = FieldSchema::text();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        checked(&Self::SCHEMA, value, |value| value.as_str().map(Self::from))
    }
}

impl Field for Box<str> {
    const SCHEMA: FieldSchema = FieldSchema::text();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        checked(&Self::SCHEMA, value, |value| value.as_str().map(Self::from))
    }
}

impl Field for f64 {
    const SCHEMA: FieldSchema = FieldSchema::number();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        checked(&Self::SCHEMA, value, number)
    }
}

impl Field for f32 {
    const SCHEMA: FieldSchema = FieldSchema::number();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        let number = f64::read(value)?;
        #[expect(clippy::cast_possible_truncation, reason = "the nearest f32 is wanted")]
        let number = number as Self;
        // The limits of the type are no bounds that help a person, so they are not published.
        if number.is_finite() {
            Ok(number)
        } else {
            Err("is too large".to_owned())
        }
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Field for $integer {
            const SCHEMA: FieldSchema =
                FieldSchema::integer(Self::MIN as i128, Self::MAX as i128);

            fn read(value: Option<&Value>) -> Result<Self, String> {
                checked(&Self::SCHEMA, value, |value| Self::try_from(whole(value)?).ok())
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

// An enum that is not a choice is better told what a field can be.
#[diagnostic::do_not_recommend]
impl<T: Choice> Field for T {
    const SCHEMA: FieldSchema = FieldSchema::choice(T::OPTIONS);

    fn read(value: Option<&Value>) -> Result<Self, String> {
        checked(&Self::SCHEMA, value, |value| T::from_name(value.as_str()?))
    }
}

macro_rules! picks {
    ($($list:ty where T: $($bound:path),*;)*) => {$(
        // What is no choice is better told what a field can be.
        #[diagnostic::do_not_recommend]
        impl<T: Choice $(+ $bound)*> Field for $list {
            const SCHEMA: FieldSchema = FieldSchema::picks(T::OPTIONS);

            fn read(value: Option<&Value>) -> Result<Self, String> {
                checked(&Self::SCHEMA, value, |value| {
                    let picked = value.as_array()?.iter();
                    picked.map(|option| T::from_name(option.as_str()?)).collect()
                })
            }
        }
    )*};
}

picks! {
    Vec<T> where T:;
    BTreeSet<T> where T: Ord;
    HashSet<T> where T: Eq, Hash;
}

impl<T: Field> Field for Option<T> {
    const SCHEMA: FieldSchema = T::SCHEMA.optional();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        value
            .filter(|value| !value.is_null())
            .map(|value| T::read(Some(value)))
            .transpose()
    }
}

fn checked<'a, T>(
    schema: &FieldSchema,
    value: Option<&'a Value>,
    take: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<T, String> {
    schema.check(value)?;
    value
        .and_then(take)
        .ok_or_else(|| "cannot be read".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_lands_in_its_type() {
        assert_eq!(u32::read(Some(&json!(5.0))), Ok(5));
        assert_eq!(i64::read(Some(&json!(1e3))), Ok(1000));
        assert_eq!(isize::read(Some(&json!(-7))), Ok(-7));
        assert_eq!(f64::read(Some(&json!(2))), Ok(2.0));
        assert_eq!(f32::read(Some(&json!(0.1))), Ok(0.1));
        assert_eq!(Box::<str>::read(Some(&json!("x"))), Ok("x".into()));
        assert_eq!(Option::<bool>::read(None), Ok(None));
        assert_eq!(Option::<bool>::read(Some(&Value::Null)), Ok(None));
        assert_eq!(Option::<bool>::read(Some(&json!(true))), Ok(Some(true)));
    }

    #[test]
    fn a_type_checks_itself_outside_of_a_form() {
        assert_eq!(
            u8::read(Some(&json!(300))),
            Err("must be at most 255".to_owned())
        );
        assert_eq!(u8::read(None), Err("is required".to_owned()));
        assert_eq!(
            i64::read(Some(&json!(u64::MAX))),
            Err("must be at most 9007199254740991".to_owned())
        );
        assert_eq!(
            f32::read(Some(&json!(1e300))),
            Err("is too large".to_owned())
        );
    }
}
