//! The items of a list, and the entries of a map, as they are read.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::super::FormatError;
use super::super::head::{END, Head};
use super::Reader;

/// Visitors reserve room for as many items as they are told of. They are told of no more than this
/// at once: nested lists would multiply.
const MAX_SIZE_HINT: usize = 256;

/// A list or map that is being read.
#[derive(Debug)]
pub(in super::super) struct Items<'r, 'a> {
    pub(in super::super) reader: &'r mut Reader<'a>,
    /// `None`: until its end comes.
    left: Option<usize>,
}

impl<'r, 'a> Items<'r, 'a> {
    pub(super) fn new(reader: &'r mut Reader<'a>, left: Option<usize>) -> Self {
        Self { reader, left }
    }

    /// Whether another one follows; it has to be read then.
    pub(in super::super) fn advance(&mut self) -> bool {
        match &mut self.left {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None => !self.reader.input.starts_with(END),
        }
    }

    pub(in super::super) fn finish(self) -> Result<(), FormatError> {
        let is_done = match self.left {
            Some(left) => left == 0,
            None => matches!(self.reader.head()?, Head::End),
        };
        if is_done {
            Ok(())
        } else {
            Err(FormatError::new("a list or map holds more than its type"))
        }
    }

    fn hint(&self) -> Option<usize> {
        self.left.map(|left| left.min(MAX_SIZE_HINT))
    }
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = FormatError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, FormatError> {
        if !self.advance() {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.hint()
    }
}

impl<'de> MapAccess<'de> for Items<'_, '_> {
    type Error = FormatError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FormatError> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, FormatError> {
        seed.deserialize(&mut *self.reader)
    }

    fn size_hint(&self) -> Option<usize> {
        self.hint()
    }
}
