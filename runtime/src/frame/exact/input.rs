//! What is left of the bytes, and the pieces that they are made of.
//!
//! A varint holds seven bits a byte, lowest first; the top bit says that another byte follows. It
//! has no superfluous byte and fits 64 bits.

use super::FormatError;

/// The bytes that are still to be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input<'de>(&'de [u8]);

impl<'de> Input<'de> {
    pub(super) fn new(bytes: &'de [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn left(&self) -> usize {
        self.0.len()
    }

    pub(super) fn starts_with(&self, byte: u8) -> bool {
        self.0.first() == Some(&byte)
    }

    pub(super) fn byte(&mut self) -> Result<u8, FormatError> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let (array, rest) = self.0.split_first_chunk().ok_or_else(cut_short)?;
        self.0 = rest;
        Ok(*array)
    }

    pub(super) fn bytes(&mut self, length: u64) -> Result<&'de [u8], FormatError> {
        let length = usize::try_from(length).map_err(|_| cut_short())?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or_else(cut_short)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn text(&mut self, length: u64) -> Result<&'de str, FormatError> {
        std::str::from_utf8(self.bytes(length)?)
            .map_err(|error| FormatError::new(format!("text is not UTF-8: {error}")))
    }

    pub(super) fn varint(&mut self) -> Result<u64, FormatError> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            let shifted = bits << shift;
            if shifted >> shift != bits {
                return Err(FormatError::new("a number is larger than 64 bits"));
            }
            number |= shifted;
            if byte & 0x80 == 0 {
                return if byte == 0 && shift > 0 {
                    Err(FormatError::new(
                        "a number is written with more bytes than it needs",
                    ))
                } else {
                    Ok(number)
                };
            }
        }
        Err(FormatError::new("a number is larger than 64 bits"))
    }
}

/// The counterpart of [`Input::varint`].
pub(super) fn write_varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(low_bits(number) | 0x80);
        number >>= 7;
    }
    out.push(low_bits(number));
}

fn low_bits(number: u64) -> u8 {
    let [low, ..] = number.to_le_bytes();
    low & 0x7f
}

pub(super) fn cut_short() -> FormatError {
    FormatError::new("the bytes end too early")
}
