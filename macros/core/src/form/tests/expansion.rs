use expect_test::{Expect, expect};
use proc_macro2::TokenStream;
use quote::quote;

use crate::form::{choice, form};

fn check_expansion(expanded: TokenStream, expected: &Expect) {
    let file = syn::parse2(expanded).expect("items");
    expected.assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn a_form() {
    let expanded = form(quote! {
        /// What people do not see.
        struct Approval {
            /// Ship it now?
            approved: bool,
            #[form(min_length = 1, max_length = 40, title = "Label", default = "next")]
            label: Option<String>,
            #[form(min = 0.5, rename = "share-of-users")]
            r#type: f64,
            #[form(default = Color::Red)]
            color: Color,
        }
    });
    check_expansion(
        expanded,
        &expect![[r#"
            const _: () = {
                const __MRTR_0: ::mrtr::__private::FormField<bool> = ::mrtr::__private::FormField::new(
                    "approved",
                    ::mrtr::__private::FieldSchema::description(
                        <bool as ::mrtr::__private::Field>::SCHEMA,
                        "Ship it now?",
                    ),
                    <bool as ::mrtr::__private::Field>::read,
                );
                const __MRTR_1: ::mrtr::__private::FormField<Option<String>> = ::mrtr::__private::FormField::new(
                    "label",
                    ::mrtr::__private::FieldSchema::default_to(
                        ::mrtr::__private::FieldSchema::max_length(
                            ::mrtr::__private::FieldSchema::min_length(
                                ::mrtr::__private::FieldSchema::title(
                                    <Option<String> as ::mrtr::__private::Field>::SCHEMA,
                                    "Label",
                                ),
                                1u32,
                            ),
                            40u32,
                        ),
                        ::mrtr::__private::Literal::Text("next"),
                    ),
                    <Option<String> as ::mrtr::__private::Field>::read,
                );
                const __MRTR_2: ::mrtr::__private::FormField<f64> = ::mrtr::__private::FormField::new(
                    "share-of-users",
                    ::mrtr::__private::FieldSchema::minimum(
                        <f64 as ::mrtr::__private::Field>::SCHEMA,
                        ::mrtr::__private::Literal::Number(0.5f64),
                    ),
                    <f64 as ::mrtr::__private::Field>::read,
                );
                const __MRTR_3: ::mrtr::__private::FormField<Color> = ::mrtr::__private::FormField::new(
                    "color",
                    ::mrtr::__private::FieldSchema::default_to(
                        <Color as ::mrtr::__private::Field>::SCHEMA,
                        ::mrtr::__private::Literal::Variant({
                            const VARIANT: Color = Color::Red;
                            VARIANT as ::core::primitive::isize
                        }),
                    ),
                    <Color as ::mrtr::__private::Field>::read,
                );
                const __MRTR_FIELDS: &[(&::core::primitive::str, ::mrtr::__private::FieldSchema)] = &[
                    __MRTR_0.schema(),
                    __MRTR_1.schema(),
                    __MRTR_2.schema(),
                    __MRTR_3.schema(),
                ];
                #[automatically_derived]
                #[allow(deprecated)]
                impl ::mrtr::__private::Ask for Approval {
                    fn schema() -> ::mrtr::__private::FormSchema {
                        ::mrtr::__private::FormSchema::new(__MRTR_FIELDS)
                    }
                    fn read(
                        content: &::mrtr::__private::Object,
                    ) -> ::core::result::Result<Self, ::mrtr::__private::Problems> {
                        let mut problems = ::mrtr::__private::Problems::new();
                        let field0 = __MRTR_0.read(content, &mut problems);
                        let field1 = __MRTR_1.read(content, &mut problems);
                        let field2 = __MRTR_2.read(content, &mut problems);
                        let field3 = __MRTR_3.read(content, &mut problems);
                        match (field0, field1, field2, field3) {
                            (
                                ::core::option::Option::Some(field0),
                                ::core::option::Option::Some(field1),
                                ::core::option::Option::Some(field2),
                                ::core::option::Option::Some(field3),
                            ) => {
                                ::core::result::Result::Ok(Self {
                                    approved: field0,
                                    label: field1,
                                    r#type: field2,
                                    color: field3,
                                })
                            }
                            _ => ::core::result::Result::Err(problems),
                        }
                    }
                }
            };
        "#]],
    );
}

#[test]
fn a_choice() {
    let expanded = choice(quote! {
        #[choice(rename_all = "kebab-case")]
        enum Environment {
            Staging,
            #[choice(title = "Live", rename = "prod")]
            Production,
            #[serde(rename = "qa")]
            Test,
        }
    });
    check_expansion(
        expanded,
        &expect![[r#"
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated)]
            impl ::mrtr::__private::Choice for Environment {
                const OPTIONS: &'static [::mrtr::__private::ChoiceOption] = &[
                    ::mrtr::__private::ChoiceOption::new(
                        "staging",
                        Self::Staging as ::core::primitive::isize,
                    ),
                    ::mrtr::__private::ChoiceOption::new(
                            "prod",
                            Self::Production as ::core::primitive::isize,
                        )
                        .titled("Live"),
                    ::mrtr::__private::ChoiceOption::new(
                        "qa",
                        Self::Test as ::core::primitive::isize,
                    ),
                ];
                fn from_name(name: &::core::primitive::str) -> ::core::option::Option<Self> {
                    match name {
                        "staging" => ::core::option::Option::Some(Self::Staging),
                        "prod" => ::core::option::Option::Some(Self::Production),
                        "qa" => ::core::option::Option::Some(Self::Test),
                        _ => ::core::option::Option::None,
                    }
                }
            }
        };
    "#]],
    );
}
