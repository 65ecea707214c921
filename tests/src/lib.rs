//! What tests share.

pub mod guide;

/// The examples of the guide to the errors.
#[cfg(doctest)]
#[doc = include_str!(concat!(env!("OUT_DIR"), "/guide.md"))]
struct GuideExamples;
