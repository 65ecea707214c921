//! The items of a list, and the entries of a map or struct, as they are written.

use serde::ser::{self, Serialize};

use super::super::FormatError;
use super::super::head::Head;
use super::{Writer, Written};

/// A list or map that is being written.
#[derive(Debug)]
pub(in super::super) struct Items<'a> {
    writer: &'a mut Writer,
    /// The depth after the end.
    outer_depth: usize,
    announced: Option<usize>,
    written: usize,
    /// A map's key was written, and its value was not yet.
    value_is_due: bool,
}

impl<'a> Items<'a> {
    pub(super) fn new(
        writer: &'a mut Writer,
        announced: Option<usize>,
        outer_depth: usize,
    ) -> Self {
        Self {
            writer,
            outer_depth,
            announced,
            written: 0,
            value_is_due: false,
        }
    }

    pub(super) fn back_to(self, outer_depth: usize) -> Self {
        Self {
            outer_depth,
            ..self
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, item: &T) -> Written {
        self.written += 1;
        item.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        self.writer.name(name);
        self.item(value)
    }

    fn finish(self) -> Written {
        match self.announced {
            None => self.writer.head(Head::End),
            Some(announced) if announced != self.written => {
                return Err(FormatError::new(format!(
                    "its `Serialize` announces {announced} items or fields and writes {}",
                    self.written
                )));
            }
            Some(_) => {}
        }
        self.writer.depth = self.outer_depth;
        Ok(())
    }
}

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = FormatError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        if std::mem::replace(&mut self.value_is_due, true) {
            return Err(key_without_value());
        }
        key.serialize(&mut *self.writer)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        if !std::mem::replace(&mut self.value_is_due, false) {
            return Err(FormatError::new(
                "its `Serialize` writes a value without a key",
            ));
        }
        self.item(value)
    }

    fn end(self) -> Written {
        if self.value_is_due {
            return Err(key_without_value());
        }
        self.finish()
    }
}

fn key_without_value() -> FormatError {
    FormatError::new("its `Serialize` writes a key without a value")
}

/// serde has a trait for each kind of list and struct; they differ in nothing here.
macro_rules! items {
    ($kind:ident: $call:ident($($name:ident: $type:ty)?) is $own:ident) => {
        impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = FormatError;

            fn $call<T: Serialize + ?Sized>(&mut self, $($name: $type,)? value: &T) -> Written {
                self.$own($($name,)? value)
            }

            fn end(self) -> Written {
                self.finish()
            }
        }
    };
}

items!(SerializeSeq: serialize_element() is item);
items!(SerializeTuple: serialize_element() is item);
items!(SerializeTupleStruct: serialize_field() is item);
items!(SerializeTupleVariant: serialize_field() is item);
items!(SerializeStruct: serialize_field(name: &'static str) is field);
items!(SerializeStructVariant: serialize_field(name: &'static str) is field);
