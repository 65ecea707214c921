//! Reading a value: serde's `Deserializer`.

mod items;
mod variant;

use std::collections::HashSet;

use serde::de::{
    Deserialize, Deserializer, Error as _, IntoDeserializer as _, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_bytes::ByteBuf;

use super::head::Head;
use super::input::{Input, cut_short};
use super::{FormatError, MAX_DEPTH};
use crate::frame::lasting;
use items::Items;
use variant::Content;

/// What is left to read, and what was learnt on the way.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    input: Input<'a>,
    /// The names so far, by place.
    names: Vec<&'a str>,
    known: HashSet<&'a str>,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            input: Input::new(bytes),
            names: Vec::new(),
            known: HashSet::new(),
            depth: 0,
        }
    }

    pub(super) fn finish(self) -> Result<(), FormatError> {
        match self.input.left() {
            0 => Ok(()),
            left => Err(FormatError::new(format!("{left} bytes follow the value"))),
        }
    }

    pub(super) fn head(&mut self) -> Result<Head, FormatError> {
        Head::read(&mut self.input)
    }

    pub(super) fn bytes(&mut self, length: u64) -> Result<&'a [u8], FormatError> {
        self.input.bytes(length)
    }

    /// A name that follows here for the first time.
    pub(super) fn new_name(&mut self, length: u64) -> Result<&'a str, FormatError> {
        let name = self.input.text(length)?;
        if !self.known.insert(name) {
            return Err(FormatError::new(format!(
                "the name `{name}` is written twice"
            )));
        }
        self.names.push(name);
        Ok(name)
    }

    pub(super) fn known_name(&self, place: u64) -> Result<&'a str, FormatError> {
        let name = usize::try_from(place)
            .ok()
            .and_then(|place| self.names.get(place));
        name.copied()
            .ok_or_else(|| FormatError::new(format!("there is no name {place}")))
    }

    /// The items of a list, or the entries of a map, of which each takes `size` values.
    pub(super) fn items(
        &mut self,
        length: Option<u64>,
        size: usize,
    ) -> Result<Items<'_, 'a>, FormatError> {
        let left = match length {
            None => None,
            // A value takes at least one byte.
            Some(length) => Some(
                usize::try_from(length)
                    .ok()
                    .filter(|&length| length <= self.input.left() / size)
                    .ok_or_else(cut_short)?,
            ),
        };
        Ok(Items::new(self, left))
    }

    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, FormatError>,
    ) -> Result<T, FormatError> {
        if self.depth == MAX_DEPTH {
            return Err(FormatError::new(format!(
                "values nest more than {MAX_DEPTH} levels deep"
            )));
        }
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list<'de, V: Visitor<'de>>(
        &mut self,
        length: Option<u64>,
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        self.nested(|reader| {
            let mut items = reader.items(length, 1)?;
            let value = visitor.visit_seq(&mut items)?;
            items.finish()?;
            Ok(value)
        })
    }

    fn map<'de, V: Visitor<'de>>(
        &mut self,
        length: Option<u64>,
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        self.nested(|reader| {
            let mut entries = reader.items(length, 2)?;
            let value = visitor.visit_map(&mut entries)?;
            entries.finish()?;
            Ok(value)
        })
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'_> {
    type Error = FormatError;

    fn is_human_readable(&self) -> bool {
        true
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        match self.head()? {
            Head::Whole(number) => visitor.visit_u64(number),
            Head::Negative(number) => visitor.visit_i64(number),
            Head::U128(number) => visitor.visit_u128(number),
            Head::I128(number) => visitor.visit_i128(number),
            Head::F32(number) => visitor.visit_f32(number),
            Head::F64(number) => visitor.visit_f64(number),
            Head::Bool(value) => visitor.visit_bool(value),
            Head::Char(char) => visitor.visit_char(char),
            Head::Text(length) => visitor.visit_str(self.input.text(length)?),
            Head::Bytes(length) => visitor.visit_bytes(self.input.bytes(length)?),
            Head::NewName(length) => visitor.visit_str(self.new_name(length)?),
            Head::KnownName(place) => visitor.visit_str(self.known_name(place)?),
            Head::Unit => visitor.visit_unit(),
            Head::None => visitor.visit_none(),
            Head::Some => self.nested(|reader| visitor.visit_some(reader)),
            Head::List(length) => self.list(length, visitor),
            Head::Map(length) => self.map(length, visitor),
            // What buffers (`flatten`, `untagged`) knows a variant only as a map of one entry.
            Head::Variant => self.map(Some(1), visitor),
            Head::End => Err(FormatError::new("a list or map ends where none began")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        if lasting::is_wanted_by(&visitor) {
            visitor.visit_borrowed_str(lasting::text(String::deserialize(self)?))
        } else {
            self.deserialize_any(visitor)
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        if lasting::is_wanted_by(&visitor) {
            // A slice of bytes is written as a list, and read as a byte string.
            visitor.visit_borrowed_bytes(lasting::bytes(ByteBuf::deserialize(self)?.into_vec()))
        } else {
            self.deserialize_any(visitor)
        }
    }

    /// Types that read an optional value and write a plain one are common (`null` as the default),
    /// so a plain value is taken for `Some` of it, and a unit for `None`. Neither is how an
    /// `Option` is written.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        let before = self.input;
        match self.head()? {
            Head::None | Head::Unit => visitor.visit_none(),
            Head::Some => self.nested(|reader| visitor.visit_some(reader)),
            _ => {
                self.input = before;
                // Nothing is consumed: only the depth ends a type that holds an `Option` of itself.
                self.nested(|reader| visitor.visit_some(reader))
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        visitor.visit_newtype_struct(self)
    }

    /// A text is taken for a variant's name, and a map of one entry for a variant with content:
    /// that is what types write whose `Serialize` is not derived.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        let name = match self.head()? {
            Head::NewName(length) => self.new_name(length)?,
            Head::KnownName(place) => self.known_name(place)?,
            Head::Text(length) => self.input.text(length)?,
            Head::Variant | Head::Map(Some(1)) => {
                return self.nested(|reader| visitor.visit_enum(Content(reader)));
            }
            _ => {
                let found = Unexpected::Other("a value that is no variant");
                return Err(FormatError::invalid_type(found, &visitor));
            }
        };
        visitor.visit_enum(name.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
