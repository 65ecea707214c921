//! `m1.<key id>.<payload>.<tag>`: signed, readable by whoever holds it, and written in one way.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac;

use super::KeyRing;
use super::ring::RingKey;
use crate::engine::Refusal;

/// The version of the envelope, and of the payload in it.
const VERSION: &str = "m1";

/// Signs a payload.
pub(super) fn close(key: &RingKey, payload: &[u8]) -> String {
    let mut text = format!("{VERSION}.{}.", key.id);
    URL_SAFE_NO_PAD.encode_string(payload, &mut text);
    let tag = key.tag.clone().chain_update(&text).finalize();
    text.push('.');
    URL_SAFE_NO_PAD.encode_string(tag.into_bytes(), &mut text);
    text
}

/// Verifies the text of an envelope, and only then decodes the payload.
///
/// The tag covers everything before it as it is spelled, so another spelling of the same bytes
/// has another tag; the tag itself is decoded strictly.
pub(super) fn open<'a>(ring: &'a KeyRing, text: &str) -> Result<(&'a RingKey, Vec<u8>), Refusal> {
    let (signed, tag) = text.rsplit_once('.').ok_or(Refusal::Malformed)?;
    let mut parts = signed.split('.');
    let (Some(version), Some(id), Some(payload), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(Refusal::Malformed);
    };
    if version != VERSION {
        return Err(Refusal::UnknownVersion);
    }
    let key = ring.find(id).ok_or(Refusal::UnknownKey)?;
    let tag = URL_SAFE_NO_PAD
        .decode(tag)
        .map_err(|_| Refusal::Malformed)?;
    key.tag
        .clone()
        .chain_update(signed)
        .verify_slice(&tag)
        .map_err(|_| Refusal::BadTag)?;
    let payload = URL_SAFE_NO_PAD
        .decode(payload)
        .map_err(|_| Refusal::Malformed)?;
    Ok((key, payload))
}

#[cfg(test)]
mod tests;
