//! Writing a value: serde's `Serializer`.

mod items;

use std::collections::HashMap;

use serde::ser::{Serialize, Serializer};

use super::head::Head;
use super::{FormatError, MAX_DEPTH};
use items::Items;

type Written = Result<(), FormatError>;

/// What was written so far.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: Vec<u8>,
    /// The place of each name that was written.
    names: HashMap<&'static str, u64>,
    depth: usize,
}

impl Writer {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    fn head(&mut self, head: Head) {
        head.write(&mut self.out);
    }

    fn name(&mut self, name: &'static str) {
        if let Some(&place) = self.names.get(name) {
            self.head(Head::KnownName(place));
        } else {
            self.names.insert(name, count(self.names.len()));
            self.head(Head::NewName(count(name.len())));
            self.out.extend_from_slice(name.as_bytes());
        }
    }

    fn enter(&mut self) -> Written {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(FormatError::new(format!(
                "it nests more than {MAX_DEPTH} levels deep, or contains itself"
            )));
        }
        Ok(())
    }

    fn list(&mut self, length: Option<usize>) -> Result<Items<'_>, FormatError> {
        self.items(Head::List(length.map(count)), length)
    }

    fn map(&mut self, length: Option<usize>) -> Result<Items<'_>, FormatError> {
        self.items(Head::Map(length.map(count)), length)
    }

    fn items(&mut self, head: Head, announced: Option<usize>) -> Result<Items<'_>, FormatError> {
        let outer_depth = self.depth;
        self.enter()?;
        self.head(head);
        Ok(Items::new(self, announced, outer_depth))
    }

    /// The name of a variant whose content comes next, one level deeper.
    fn variant(&mut self, name: &'static str) -> Written {
        self.enter()?;
        self.head(Head::Variant);
        self.name(name);
        Ok(())
    }
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = FormatError;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    fn is_human_readable(&self) -> bool {
        true
    }

    fn serialize_bool(self, value: bool) -> Written {
        self.head(Head::Bool(value));
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Written {
        self.head(match u64::try_from(value) {
            Ok(value) => Head::Whole(value),
            Err(_) => Head::Negative(value),
        });
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Written {
        if let Ok(value) = u64::try_from(value) {
            self.head(Head::Whole(value));
        } else if let Ok(value) = i64::try_from(value) {
            self.head(Head::Negative(value));
        } else {
            self.head(Head::I128(value));
        }
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Written {
        self.head(Head::Whole(value));
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Written {
        self.head(match u64::try_from(value) {
            Ok(value) => Head::Whole(value),
            Err(_) => Head::U128(value),
        });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.head(Head::F32(value));
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Written {
        self.head(Head::F64(value));
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.head(Head::Char(value));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Written {
        self.head(Head::Text(count(value.len())));
        self.out.extend_from_slice(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.head(Head::Bytes(count(value.len())));
        self.out.extend_from_slice(value);
        Ok(())
    }

    fn serialize_none(self) -> Written {
        self.head(Head::None);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.enter()?;
        self.head(Head::Some);
        value.serialize(&mut *self)?;
        self.depth -= 1;
        Ok(())
    }

    fn serialize_unit(self) -> Written {
        self.head(Head::Unit);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.variant(variant)?;
        value.serialize(&mut *self)?;
        self.depth -= 1;
        Ok(())
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items<'a>, FormatError> {
        self.list(length)
    }

    fn serialize_tuple(self, length: usize) -> Result<Items<'a>, FormatError> {
        self.list(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<Items<'a>, FormatError> {
        self.list(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items<'a>, FormatError> {
        let outer_depth = self.depth;
        self.variant(variant)?;
        Ok(self.list(Some(length))?.back_to(outer_depth))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Items<'a>, FormatError> {
        self.map(length)
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Items<'a>, FormatError> {
        refuse_what_does_not_survive(name)?;
        self.map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items<'a>, FormatError> {
        let outer_depth = self.depth;
        self.variant(variant)?;
        Ok(self.map(Some(length))?.back_to(outer_depth))
    }
}

/// Structs whose serde form says less than the value. Their names are all that a format sees.
fn refuse_what_does_not_survive(name: &'static str) -> Written {
    let reason = match name {
        "RangeInclusive" => {
            "a `RangeInclusive` forgets in serde whether it was used up: keep its two bounds, or \
             use a range `start..end`"
        }
        "$serde_json::private::RawValue" => {
            "a `RawValue` can only be kept inside JSON text: use a `serde_json::Value`, or keep \
             the text as a `String`"
        }
        _ => return Ok(()),
    };
    Err(FormatError::new(reason))
}

/// `usize` is never wider than 64 bits.
fn count(length: usize) -> u64 {
    length as u64
}
