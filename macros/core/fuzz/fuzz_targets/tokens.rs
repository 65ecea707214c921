//! Whatever stands under the macros: they give tokens, and never panic. Where an item went in,
//! items come out.
//!
//! The input is text. Its first line goes to the attribute, the others are the item.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_macros_core::{choice, form, tool};
use proc_macro2::TokenStream;

fuzz_target!(|text: &str| {
    let (options, item) = text.split_once('\n').unwrap_or(("", text));
    let (Ok(options), Ok(item)) = (options.parse::<TokenStream>(), item.parse::<TokenStream>())
    else {
        return;
    };
    let was_item = is_items(&item).is_ok();
    for expanded in [
        tool(options, item.clone()),
        form(item.clone()),
        choice(item),
    ] {
        match is_items(&expanded) {
            Err(error) if was_item => panic!("{error} in\n{expanded}"),
            _ => {}
        }
    }
});

fn is_items(tokens: &TokenStream) -> syn::Result<()> {
    syn::parse2::<syn::File>(tokens.clone()).map(drop)
}
