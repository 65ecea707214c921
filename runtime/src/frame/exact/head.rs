//! What a tag and the number or scalar with it say: the layout of the format, in both directions.

use super::FormatError;
use super::input::{Input, write_varint};

/// The beginning of a value, or the whole of a scalar.
#[derive(Debug, Clone, Copy)]
pub(super) enum Head {
    Whole(u64),
    /// Always below zero; a number from zero on is [`Head::Whole`], whatever its type.
    Negative(i64),
    Text(u64),
    /// `None`: the length is not known, and [`Head::End`] closes it.
    List(Option<u64>),
    Map(Option<u64>),
    KnownName(u64),
    NewName(u64),
    Bytes(u64),
    Unit,
    Bool(bool),
    None,
    Some,
    Variant,
    /// Larger than 64 bits.
    U128(u128),
    /// Outside of what [`Head::Whole`] and [`Head::Negative`] hold.
    I128(i128),
    F32(f32),
    F64(f64),
    Char(char),
    End,
}

/// A kind whose number sits in the tag while it is small.
struct Kind {
    /// The tag of zero.
    first: u8,
    /// How many numbers fit.
    room: u8,
    /// The tag of all others.
    long: u8,
}

const WHOLE: Kind = Kind::new(0x00, 64, 0xe0);
const TEXT: Kind = Kind::new(0x40, 32, 0xe1);
const LIST: Kind = Kind::new(0x60, 16, 0xe2);
const MAP: Kind = Kind::new(0x70, 16, 0xe3);
const KNOWN_NAME: Kind = Kind::new(0x80, 32, 0xe4);
const NEW_NAME: Kind = Kind::new(0xa0, 32, 0xe5);
const BYTES: Kind = Kind::new(0xc0, 16, 0xe6);
const NEGATIVE: Kind = Kind::new(0xd0, 16, 0xe7);

const UNIT: u8 = 0xf0;
const FALSE: u8 = 0xf1;
const TRUE: u8 = 0xf2;
const NONE: u8 = 0xf3;
const SOME: u8 = 0xf4;
const VARIANT: u8 = 0xf5;
const U128: u8 = 0xf6;
const I128: u8 = 0xf7;
const F32: u8 = 0xf8;
const F64: u8 = 0xf9;
const CHAR: u8 = 0xfa;
const OPEN_LIST: u8 = 0xfb;
const OPEN_MAP: u8 = 0xfc;
/// The tag of [`Head::End`].
pub(super) const END: u8 = 0xfd;

impl Head {
    pub(super) fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Whole(number) => WHOLE.write(number, out),
            Self::Negative(number) => NEGATIVE.write((!number).cast_unsigned(), out),
            Self::Text(length) => TEXT.write(length, out),
            Self::List(Some(items)) => LIST.write(items, out),
            Self::List(None) => out.push(OPEN_LIST),
            Self::Map(Some(entries)) => MAP.write(entries, out),
            Self::Map(None) => out.push(OPEN_MAP),
            Self::KnownName(place) => KNOWN_NAME.write(place, out),
            Self::NewName(length) => NEW_NAME.write(length, out),
            Self::Bytes(length) => BYTES.write(length, out),
            Self::Unit => out.push(UNIT),
            Self::Bool(false) => out.push(FALSE),
            Self::Bool(true) => out.push(TRUE),
            Self::None => out.push(NONE),
            Self::Some => out.push(SOME),
            Self::Variant => out.push(VARIANT),
            Self::U128(number) => write_fixed(U128, &number.to_le_bytes(), out),
            Self::I128(number) => write_fixed(I128, &number.to_le_bytes(), out),
            Self::F32(number) => write_fixed(F32, &number.to_le_bytes(), out),
            Self::F64(number) => write_fixed(F64, &number.to_le_bytes(), out),
            Self::Char(char) => {
                out.push(CHAR);
                write_varint(u32::from(char).into(), out);
            }
            Self::End => out.push(END),
        }
    }

    pub(super) fn read(input: &mut Input<'_>) -> Result<Self, FormatError> {
        let tag = input.byte()?;
        Ok(match tag {
            UNIT => Self::Unit,
            FALSE => Self::Bool(false),
            TRUE => Self::Bool(true),
            NONE => Self::None,
            SOME => Self::Some,
            VARIANT => Self::Variant,
            U128 => Self::U128(read_u128(input)?),
            I128 => Self::I128(read_i128(input)?),
            F32 => Self::F32(f32::from_le_bytes(input.array()?)),
            F64 => Self::F64(f64::from_le_bytes(input.array()?)),
            CHAR => Self::Char(read_char(input)?),
            OPEN_LIST => Self::List(None),
            OPEN_MAP => Self::Map(None),
            END => Self::End,
            _ => Self::read_number(tag, input)?,
        })
    }

    fn read_number(tag: u8, input: &mut Input<'_>) -> Result<Self, FormatError> {
        if let Some(number) = WHOLE.read(tag, input)? {
            Ok(Self::Whole(number))
        } else if let Some(length) = TEXT.read(tag, input)? {
            Ok(Self::Text(length))
        } else if let Some(items) = LIST.read(tag, input)? {
            Ok(Self::List(Some(items)))
        } else if let Some(entries) = MAP.read(tag, input)? {
            Ok(Self::Map(Some(entries)))
        } else if let Some(place) = KNOWN_NAME.read(tag, input)? {
            Ok(Self::KnownName(place))
        } else if let Some(length) = NEW_NAME.read(tag, input)? {
            Ok(Self::NewName(length))
        } else if let Some(length) = BYTES.read(tag, input)? {
            Ok(Self::Bytes(length))
        } else if let Some(number) = NEGATIVE.read(tag, input)? {
            let number = i64::try_from(number)
                .map_err(|_| FormatError::new("a negative number is outside of 64 bits"))?;
            Ok(Self::Negative(!number))
        } else {
            Err(FormatError::new(format!("no value begins with {tag:#04x}")))
        }
    }
}

impl Kind {
    const fn new(first: u8, room: u8, long: u8) -> Self {
        Self { first, room, long }
    }

    fn write(&self, number: u64, out: &mut Vec<u8>) {
        match u8::try_from(number) {
            Ok(small) if small < self.room => out.push(self.first + small),
            _ => {
                out.push(self.long);
                write_varint(number - u64::from(self.room), out);
            }
        }
    }

    /// The number, where the tag is one of this kind.
    fn read(&self, tag: u8, input: &mut Input<'_>) -> Result<Option<u64>, FormatError> {
        if tag == self.long {
            let number = input.varint()?.checked_add(self.room.into());
            return number
                .map(Some)
                .ok_or_else(|| FormatError::new("a number is larger than 64 bits"));
        }
        let small = tag.checked_sub(self.first);
        Ok(small.filter(|&small| small < self.room).map(u64::from))
    }
}

fn write_fixed(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(bytes);
}

fn read_u128(input: &mut Input<'_>) -> Result<u128, FormatError> {
    let number = u128::from_le_bytes(input.array()?);
    if u64::try_from(number).is_ok() {
        return Err(FormatError::new("a small number is written as a large one"));
    }
    Ok(number)
}

fn read_i128(input: &mut Input<'_>) -> Result<i128, FormatError> {
    let number = i128::from_le_bytes(input.array()?);
    if i64::try_from(number).is_ok() || u64::try_from(number).is_ok() {
        return Err(FormatError::new("a small number is written as a large one"));
    }
    Ok(number)
}

fn read_char(input: &mut Input<'_>) -> Result<char, FormatError> {
    u32::try_from(input.varint()?)
        .ok()
        .and_then(char::from_u32)
        .ok_or_else(|| FormatError::new("a number is not a character"))
}
