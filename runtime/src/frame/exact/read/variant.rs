//! A variant with content, as it is read.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::super::FormatError;
use super::Reader;

/// A variant's name and its content.
pub(super) struct Content<'r, 'a>(pub(super) &'r mut Reader<'a>);

impl<'de> EnumAccess<'de> for Content<'_, '_> {
    type Error = FormatError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), FormatError> {
        let name = seed.deserialize(&mut *self.0)?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Content<'_, '_> {
    type Error = FormatError;

    fn unit_variant(self) -> Result<(), FormatError> {
        Deserialize::deserialize(self.0)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, FormatError> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, FormatError> {
        self.0.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        self.0.deserialize_any(visitor)
    }
}
