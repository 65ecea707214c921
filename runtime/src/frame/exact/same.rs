//! Whether two writings say the same, whatever the order in which a hash map or a hash set happened
//! to list its entries.

use super::FormatError;
use super::head::Head;
use super::read::Reader;

/// Compares what [`Exact`](super::Exact) wrote twice.
pub(in crate::frame) fn same(left: &[u8], right: &[u8]) -> Result<bool, FormatError> {
    Ok(left == right || sorted(left)? == sorted(right)?)
}

/// The writing with the items of each list and the entries of each map sorted, and with every name
/// spelled out: which of them is written first depends on the order.
fn sorted(bytes: &[u8]) -> Result<Vec<u8>, FormatError> {
    let mut out = Vec::new();
    value(&mut Reader::new(bytes), &mut out)?;
    Ok(out)
}

// The depth needs no check: the writer ended it.
fn value(reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<(), FormatError> {
    match reader.head()? {
        head @ (Head::Text(length) | Head::Bytes(length)) => {
            head.write(out);
            out.extend_from_slice(reader.bytes(length)?);
        }
        Head::NewName(length) => spell(reader.new_name(length)?, out),
        Head::KnownName(place) => spell(reader.known_name(place)?, out),
        Head::Some => {
            Head::Some.write(out);
            value(reader, out)?;
        }
        Head::Variant => {
            Head::Variant.write(out);
            value(reader, out)?;
            value(reader, out)?;
        }
        head @ Head::List(length) => items(reader, head, length, 1, out)?,
        head @ Head::Map(length) => items(reader, head, length, 2, out)?,
        scalar => scalar.write(out),
    }
    Ok(())
}

fn items(
    reader: &mut Reader<'_>,
    head: Head,
    length: Option<u64>,
    size: usize,
    out: &mut Vec<u8>,
) -> Result<(), FormatError> {
    let mut all = Vec::new();
    let mut items = reader.items(length, size)?;
    while items.advance() {
        let mut item = Vec::new();
        for _ in 0..size {
            value(items.reader, &mut item)?;
        }
        all.push(item);
    }
    items.finish()?;
    all.sort_unstable();
    head.write(out);
    out.extend(all.concat());
    if length.is_none() {
        Head::End.write(out);
    }
    Ok(())
}

fn spell(name: &str, out: &mut Vec<u8>) {
    Head::NewName(name.len() as u64).write(out);
    out.extend_from_slice(name.as_bytes());
}
