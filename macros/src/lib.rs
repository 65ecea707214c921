//! The procedural macros of [`mrtr`](https://docs.rs/mrtr); use them through that crate.

use proc_macro::TokenStream;

#[doc = include_str!("mrtr_tool.md")]
#[proc_macro_attribute]
pub fn mrtr_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    mrtr_macros_core::tool(options.into(), item.into()).into()
}

#[doc = include_str!("mrtr_prompt.md")]
#[proc_macro_attribute]
pub fn mrtr_prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    mrtr_macros_core::prompt(options.into(), item.into()).into()
}

#[doc = include_str!("mrtr_resource.md")]
#[proc_macro_attribute]
pub fn mrtr_resource(options: TokenStream, item: TokenStream) -> TokenStream {
    mrtr_macros_core::resource(options.into(), item.into()).into()
}

#[doc = include_str!("mrtr_flow.md")]
#[proc_macro_attribute]
pub fn mrtr_flow(options: TokenStream, item: TokenStream) -> TokenStream {
    mrtr_macros_core::flow(options.into(), item.into()).into()
}

#[doc = include_str!("form.md")]
#[proc_macro_derive(Form, attributes(form))]
pub fn form(item: TokenStream) -> TokenStream {
    mrtr_macros_core::form(item.into()).into()
}

#[doc = include_str!("choice.md")]
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(item: TokenStream) -> TokenStream {
    mrtr_macros_core::choice(item.into()).into()
}
