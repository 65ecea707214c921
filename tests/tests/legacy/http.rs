//! Sessions over HTTP.
