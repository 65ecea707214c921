//! What is told, in which order; the exact texts and places are in the UI tests.

use proc_macro2::TokenStream;
use quote::quote;

use crate::form::{choice, form};

/// The messages, in their order; and whether the item still has an impl.
fn messages(expanded: TokenStream) -> Vec<String> {
    let file: syn::File = syn::parse2(expanded).expect("items");
    let (errors, rest): (Vec<_>, Vec<_>) = file
        .items
        .into_iter()
        .partition(|item| matches!(item, syn::Item::Macro(_)));
    assert!(
        matches!(rest.as_slice(), [syn::Item::Const(_)]),
        "one impl, whatever the errors"
    );
    errors
        .into_iter()
        .map(|item| match item {
            syn::Item::Macro(error) => error
                .mac
                .parse_body::<syn::LitStr>()
                .expect("a message")
                .value(),
            _ => unreachable!("partitioned"),
        })
        .collect()
}

/// Each expected text is a part of the message in its place, and there are no others.
fn check_errors(expanded: TokenStream, expected: &[&str]) {
    let messages = messages(expanded);
    assert_eq!(messages.len(), expected.len(), "{messages:#?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.contains(expected), "{message:?} has {expected:?}");
    }
}

#[test]
fn an_item_that_is_no_form() {
    check_errors(
        form(quote!(
            struct S;
        )),
        &["`S` has no fields"],
    );
    check_errors(
        form(quote!(
            struct S {}
        )),
        &["`S` has no fields"],
    );
    check_errors(
        form(quote!(
            struct S(u8, u8);
        )),
        &["write `struct S { name: Type }`"],
    );
    check_errors(
        form(quote!(
            enum E {
                A,
            }
        )),
        &["derive `Choice`"],
    );
    check_errors(form(quote!(union U { a: u8 })), &["`U` is a union"]);
    check_errors(
        form(quote!(
            struct S<T> {
                a: T,
            }
        )),
        &["cannot be generic"],
    );
}

#[test]
fn an_item_that_is_no_choice() {
    check_errors(
        choice(quote!(
            enum E {}
        )),
        &["`E` has no variants"],
    );
    check_errors(
        choice(quote!(
            struct S {
                a: u8,
            }
        )),
        &["derive `Form`"],
    );
    check_errors(choice(quote!(union U { a: u8 })), &["derive `Form`"]);
    check_errors(
        choice(quote!(
            enum E<T> {
                A,
            }
        )),
        &["cannot be generic"],
    );
    check_errors(
        choice(quote! {
            enum E { A, B(u32), C { x: u8 } }
        }),
        &["picks `B`", "picks `C`"],
    );
}

#[test]
fn all_errors_are_told_at_once() {
    let expanded = form(quote! {
        struct F {
            tags: Vec<String>,
            #[form(pattern = "^a")]
            a: String,
            #[form(min = 1)]
            b: bool,
            password: String,
        }
    });
    check_errors(
        expanded,
        &[
            "a list only of what is picked",
            "`pattern` is not a key",
            "`min` is a rule for numbers",
            "`ask_url!`",
        ],
    );
}

#[test]
fn attributes() {
    let expanded = form(quote! {
        #[form(title = "x")]
        struct F {
            #[form(min_length = 1, min_length = 2)]
            a: String,
            #[form(title)]
            b: String,
            #[form(title = 5)]
            c: String,
            #[form(min_length = -1)]
            d: String,
            #[form(format = "uuid")]
            e: String,
            #[form(max = f64::NAN)]
            f: f64,
            #[form(default = vec![])]
            g: String,
            #[form(rename = "")]
            h: String,
            #[form(not_secret = " ")]
            i: String,
            #[form(a::b = 1)]
            j: String,
            #[form(title("x"))]
            k: String,
        }
    });
    check_errors(
        expanded,
        &[
            "`title` is not a key of `#[form(…)]` on a struct; the keys are `crate`, `rename_all`",
            "`min_length` is given twice",
            "`title` needs a value: `title = …`",
            "`title` is text: `title = \"…\"`",
            "`min_length` is a number of characters",
            "the formats are",
            "`max` is a finite number",
            "a default is a literal",
            "`rename` is empty",
            "`not_secret` is empty",
            "this is not a key",
            "`title` needs a value",
        ],
    );
}

#[test]
fn attributes_may_be_empty_split_and_end_in_a_comma() {
    let expanded = form(quote! {
        #[form()]
        struct F {
            #[form()]
            a: String,
            #[form(min_length = 1,)]
            #[form(max_length = 2)]
            b: String,
        }
    });
    check_errors(expanded, &[]);
}

#[test]
fn rules_that_do_not_fit_the_type() {
    let expanded = form(quote! {
        struct F {
            #[form(min_length = 1, format = "email")]
            a: u8,
            #[form(min = 1, max = 2)]
            b: Option<String>,
            #[form(max_length = 1)]
            c: bool,
            #[form(min = 0.5)]
            d: u8,
            #[form(max = 300)]
            e: u8,
            #[form(max = 9_007_199_254_740_993)]
            f: i64,
            #[form(max = 1e300)]
            g: f32,
            #[form(min = 1, min_length = 1)]
            h: Alias,
        }
    });
    check_errors(
        expanded,
        &[
            "`min_length` is a rule for text, which `a` is not; write `min` and `max`",
            "`format` is a rule for text, which `a` is not",
            "`min` is a rule for numbers, which `b` is not; write `min_length`",
            "`max` is a rule for numbers, which `b` is not; write `min_length`",
            "`max_length` is a rule for text, which `c` is not",
            "this field is a whole number",
            "the field's type goes from 0 to 255, so it is never 300",
            "up to 2^53 - 1 only",
            "more than an `f32` can be",
        ],
    );
}

#[test]
fn rules_that_contradict_each_other() {
    let expanded = form(quote! {
        struct F {
            #[form(min_length = 3, max_length = 2)]
            a: String,
            #[form(max_length = 0)]
            b: String,
            #[form(min = 3, max = 2)]
            c: u8,
            #[form(min = 0.5, max = 0)]
            d: f64,
        }
    });
    check_errors(
        expanded,
        &[
            "no answer fits: `min_length = 3` is greater than `max_length = 2`",
            "always empty",
            "no answer fits: `min = 3` is greater than `max = 2`",
            "no answer fits: `min = 0.5` is greater than `max = 0`",
        ],
    );
}

#[test]
fn defaults_that_do_not_fit() {
    let expanded = form(quote! {
        struct F {
            #[form(default = "x")]
            a: u8,
            #[form(default = 300)]
            b: u8,
            #[form(default = 5)]
            c: String,
            #[form(default = 1)]
            d: bool,
            #[form(min = 5, default = 4)]
            e: u8,
            #[form(max = 0.5, default = 1)]
            f: f64,
            #[form(min_length = 2, default = "é")]
            g: String,
            #[form(max_length = 1, default = "ab")]
            h: String,
            #[form(default = Color::Red)]
            i: String,
            #[form(default = LIMIT)]
            j: u8,
        }
    });
    check_errors(
        expanded,
        &[
            "the default of a number is a number",
            "never 300",
            "the default of a text is a string",
            "the default of a `bool`",
            "the default is less than `min = 5`",
            "the default is greater than `max = 0.5`",
            "fewer than `min_length = 2`",
            "more than `max_length = 1`",
            "the default of a text is a string",
            "the default of a number is a number",
        ],
    );
}

#[test]
fn names_on_the_wire_are_unique() {
    check_errors(
        form(quote! {
            #[form(rename_all = "camelCase")]
            struct F {
                my_name: String,
                #[form(rename = "myName")]
                other: String,
                r#type: String,
                #[serde(rename = "type")]
                kind: String,
            }
        }),
        &[
            "two fields are named `myName`",
            "two fields are named `type`",
        ],
    );
    check_errors(
        choice(quote! {
            #[choice(rename_all = "lowercase")]
            enum E { Red, RED, #[choice(rename = "red")] Blue }
        }),
        &[
            "two variants are named `red`",
            "two variants are named `red`",
        ],
    );
    check_errors(
        choice(quote! {
            #[choice(rename_all = "kebab")]
            enum E { Red }
        }),
        &["there is no such case"],
    );
}

#[test]
fn secrets() {
    check_errors(
        form(quote! {
            struct F {
                api_key: String,
                #[form(rename = "apiKey")]
                a: String,
                #[form(title = "Your password")]
                b: String,
                pin: u32,
                #[form(not_secret = "the number of the bus card, which is printed on it")]
                card_number: String,
                rotate_password: bool,
                token_count: u32,
            }
        }),
        &[
            "`api_key` asks for a secret (api key)",
            "`a` asks for a secret (api key)",
            "`b` asks for a secret (password)",
            "`pin` asks for a secret (pin)",
        ],
    );
}

#[test]
fn an_item_that_does_not_parse_is_no_panic() {
    let tokens = form(quote!(
        fn f() {}
    ));
    assert!(tokens.to_string().contains("compile_error"));
    let tokens = choice(quote!(enum));
    assert!(tokens.to_string().contains("compile_error"));
}

#[test]
fn lists() {
    let expanded = form(quote! {
        struct F {
            #[form(min_items = 3, max_items = 2)]
            a: Vec<Color>,
            #[form(max_items = 0)]
            b: BTreeSet<Color>,
            #[form(min_length = 1)]
            c: Vec<Color>,
            #[form(min_items = 1)]
            d: String,
            #[form(default = Color::Red)]
            e: Vec<Color>,
            #[form(max_items = 1, default = ["red", Color::Blue])]
            f: Option<Vec<Color>>,
            #[form(default = [1])]
            g: Vec<Color>,
            #[form(max_items = 1.5)]
            h: Vec<Color>,
            api_keys: Vec<Color>,
        }
    });
    check_errors(
        expanded,
        &[
            "a default is a literal",
            "`max_items` is a number of items",
            "`min_items = 3` is greater than `max_items = 2`",
            "always empty; leave the field out",
            "`min_length` is a rule for text, which `c` is not; write `min_items` and `max_items`",
            "`min_items` is a rule for lists of choices, which `d` is not; write `min_length`",
            "the default of a list is a list",
            "the default has 2 items, more than `max_items = 1`",
        ],
    );
}

#[test]
fn a_field_without_a_name() {
    let expanded = form(quote! {
        struct F {
            _: bool,
        }
    });
    check_errors(expanded, &["give this one a name"]);
}

#[test]
fn rules_that_the_protocol_does_not_have_are_told_apart_from_misspelled_ones() {
    for key in [
        "pattern",
        "regex",
        "exclusive_min",
        "exclusive_max",
        "multiple_of",
        "unique_items",
        "range",
        "length",
        "validate",
        "const",
    ] {
        let ident = syn::parse_str::<syn::Ident>(key);
        let key = ident.unwrap_or_else(|_| quote::format_ident!("r#{key}"));
        check_errors(
            form(quote!(
                struct F {
                    #[form(#key = 1)]
                    a: u8,
                }
            )),
            &["the protocol's forms have no such rule"],
        );
    }
    check_errors(
        form(quote!(
            struct F {
                #[form(mni = 1)]
                a: u8,
            }
        )),
        &["`mni` is not a key of `#[form(…)]` on a field; the keys are"],
    );
}
