//! The grammar of the steps.
//!
//! ```text
//! ask!(Type, [key = "…",] "text {x}", args…)     ask!(Type, [key = "…",] text)
//! ask!({ field: Type, … }, [key = "…",] "text {x}", args…)
//! ask_url!(url, [key = "…",] "text {x}", args…, [until = condition])
//! sample!([as Type,] [key = "…",] "text {x}", args…)     sample!([as Type,] [key = "…",] request)
//! roots!([key = "…"])
//! ask_all!(step, step, …)
//! flow!(function(args…))     flow!(receiver.method(args…))     see `call`
//! ```

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser};
use syn::token::Brace;
use syn::{Expr, ExprLit, FieldsNamed, Lit, LitStr, Macro, Path, Token, Type};

use crate::messages;

/// A macro that is a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepName {
    Ask,
    AskUrl,
    Sample,
    Roots,
    AskAll,
    Flow,
}

/// One step: the questions of one round.
#[derive(Clone)]
pub(crate) struct Step {
    /// Where the author wrote it: the macro's name.
    pub(crate) span: Span,
    pub(crate) questions: Vec<Question>,
    /// Whether the step evaluates to a tuple.
    pub(crate) all: bool,
}

/// One question.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) span: Span,
    /// `key = "…"`, where it is given.
    pub(crate) key: Option<LitStr>,
    pub(crate) kind: QuestionKind,
}

#[derive(Clone)]
pub(crate) enum QuestionKind {
    Form {
        asked: Asked,
        text: Text,
    },
    Url {
        url: Box<Expr>,
        text: Text,
        /// What tells that the person has done there what they were sent for.
        until: Option<Box<Expr>>,
    },
    Sample {
        /// What the model's answer is read as; `None` where it is taken as it is.
        ty: Option<Box<Type>>,
        request: Text,
    },
    Roots,
}

/// The form that is asked for.
#[derive(Clone)]
pub(crate) enum Asked {
    Type(Box<Type>),
    /// `{ approved: bool }`
    Inline(Box<FieldsNamed>),
}

/// A part of a question that is the author's code, in the order of its evaluation.
pub(crate) enum Part<'q> {
    Expr(&'q mut Expr),
    Text(&'q mut Text),
}

/// The text of a question.
#[derive(Clone)]
pub(crate) enum Text {
    /// A format string and its arguments.
    Format(TokenStream),
    /// Any expression that is text.
    Expr(Box<Expr>),
}

impl StepName {
    fn of(ident: &Ident) -> Option<Self> {
        Some(match ident.to_string().as_str() {
            "ask" => Self::Ask,
            "ask_url" => Self::AskUrl,
            "sample" => Self::Sample,
            "roots" => Self::Roots,
            "ask_all" => Self::AskAll,
            "flow" => Self::Flow,
            _ => return None,
        })
    }
}

/// Which step a macro's path names: `ask`, or `mrtr::ask` behind any prefix.
pub(crate) fn name(path: &Path) -> Option<StepName> {
    let mut segments = path.segments.iter().rev();
    let name = StepName::of(&segments.next()?.ident)?;
    segments
        .next()
        .is_none_or(|parent| parent.ident == "mrtr")
        .then_some(name)
}

/// A step, found among tokens.
pub(crate) struct Found {
    /// The macro's name.
    pub(crate) span: Span,
    /// The macro's path, as the author wrote it.
    pub(crate) path: TokenStream,
}

/// The steps in `tokens`, also those inside the arguments of other macros.
pub(crate) fn find(tokens: TokenStream) -> Vec<Found> {
    let mut found = Vec::new();
    find_into(tokens, &mut found);
    found
}

/// Whether there is a step anywhere in `tokens`.
pub(crate) fn is_in(tokens: &impl ToTokens) -> bool {
    !find(tokens.to_token_stream()).is_empty()
}

/// Mentions each step's macro, so that its import is not unused where the step is taken out.
///
/// Output: `use ask as _; use mrtr::roots as _;`
pub(crate) fn mentions(tokens: TokenStream) -> TokenStream {
    let mut seen = BTreeSet::new();
    let paths = find(tokens)
        .into_iter()
        .map(|found| found.path)
        .filter(|path| seen.insert(path.to_string()));
    quote!(#(#[allow(unused_imports)] use #paths as _;)*)
}

fn find_into(tokens: TokenStream, found: &mut Vec<Found>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if StepName::of(ident).is_some() => {
                let is_call = matches!(
                    tokens.get(at + 1..at + 3),
                    Some([TokenTree::Punct(bang), TokenTree::Group(_)]) if bang.as_char() == '!'
                );
                let path = &tokens[path_start(&tokens, at)..=at];
                if is_call && !is_foreign(path) {
                    let path = path.iter().cloned().collect();
                    found.push(Found {
                        span: ident.span(),
                        path,
                    });
                }
                // The arguments follow as a group, and are looked through in their turn.
            }
            TokenTree::Group(group) => find_into(group.stream(), found),
            _ => {}
        }
    }
}

/// Where the path that ends at `end` begins: `a :: b :: name`, `:: a :: name`.
fn path_start(tokens: &[TokenTree], end: usize) -> usize {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    let mut start = end;
    while start >= 2 && is_colon(&tokens[start - 1]) && is_colon(&tokens[start - 2]) {
        start -= 2;
        match start.checked_sub(1).map(|before| &tokens[before]) {
            Some(TokenTree::Ident(_)) => start -= 1,
            _ => break,
        }
    }
    start
}

/// Whether a path has a parent, and it is not `mrtr`.
fn is_foreign(path: &[TokenTree]) -> bool {
    match path {
        [.., TokenTree::Ident(parent), _, _, _] => parent != "mrtr",
        _ => false,
    }
}

/// Parses a step that asks; `None` where the macro is none.
pub(crate) fn parse(mac: &Macro) -> Option<syn::Result<Step>> {
    let name = name(&mac.path)?;
    let span = mac.path.segments.last()?.ident.span();
    Some(match name {
        StepName::Flow => return None,
        StepName::AskAll => parse_all(span, mac),
        _ => parse_question(name, span, &mac.tokens).map(|question| Step {
            span,
            questions: vec![question],
            all: false,
        }),
    })
}

fn parse_all(span: Span, mac: &Macro) -> syn::Result<Step> {
    let parser = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
    let exprs = parser.parse2(mac.tokens.clone())?;
    if exprs.is_empty() {
        return Err(syn::Error::new(span, messages::EMPTY_ROUND));
    }
    let questions = exprs.iter().map(parse_member).collect::<syn::Result<_>>()?;
    Ok(Step {
        span,
        questions,
        all: true,
    })
}

fn parse_member(expr: &Expr) -> syn::Result<Question> {
    if let Expr::Macro(inner) = expr
        && let Some(name) = name(&inner.mac.path)
        && !matches!(name, StepName::AskAll | StepName::Flow)
        && let Some(last) = inner.mac.path.segments.last()
    {
        let question = parse_question(name, last.ident.span(), &inner.mac.tokens)?;
        if let QuestionKind::Url {
            until: Some(until), ..
        } = &question.kind
        {
            return Err(syn::Error::new_spanned(until, messages::UNTIL_IN_ROUND));
        }
        return Ok(question);
    }
    Err(syn::Error::new_spanned(expr, messages::NOT_A_QUESTION))
}

fn parse_question(name: StepName, span: Span, tokens: &TokenStream) -> syn::Result<Question> {
    let parse = match name {
        StepName::Roots => parse_roots,
        StepName::AskUrl => parse_ask_url,
        StepName::Sample => parse_sample,
        StepName::Ask | StepName::AskAll | StepName::Flow => parse_ask,
    };
    let parser = |input: ParseStream<'_>| parse(span, input);
    parser.parse2(tokens.clone())
}

fn parse_roots(span: Span, input: ParseStream<'_>) -> syn::Result<Question> {
    let key = parse_key(input)?;
    if !input.is_empty() {
        return Err(input.error(messages::ROOTS_GRAMMAR));
    }
    Ok(Question {
        span,
        key,
        kind: QuestionKind::Roots,
    })
}

fn parse_ask(span: Span, input: ParseStream<'_>) -> syn::Result<Question> {
    if input.is_empty() {
        return Err(syn::Error::new(span, messages::ASK_GRAMMAR));
    }
    let asked = parse_asked(input)?;
    let mut key = None;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
        key = parse_key(input)?;
    }
    if input.is_empty() {
        return Err(syn::Error::new(span, messages::ASK_WITHOUT_TEXT));
    }
    let text = parse_text(input.parse()?);
    Ok(Question {
        span,
        key,
        kind: QuestionKind::Form { asked, text },
    })
}

fn parse_asked(input: ParseStream<'_>) -> syn::Result<Asked> {
    let at = input.span();
    if !input.peek(Brace) {
        let ty = input.parse();
        let ty = ty.map_err(|_| syn::Error::new(at, messages::ASK_GRAMMAR))?;
        return Ok(Asked::Type(Box::new(ty)));
    }
    let fields: FieldsNamed = input.parse()?;
    if fields.named.is_empty() {
        return Err(syn::Error::new(at, messages::EMPTY_FORM));
    }
    Ok(Asked::Inline(Box::new(fields)))
}

fn parse_ask_url(span: Span, input: ParseStream<'_>) -> syn::Result<Question> {
    if input.is_empty() {
        return Err(syn::Error::new(span, messages::ASK_URL_GRAMMAR));
    }
    if is_option(input, "key") {
        return Err(input.error(messages::ASK_URL_GRAMMAR));
    }
    let url = Box::new(input.parse()?);
    let mut key = None;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
        key = parse_key(input)?;
    }
    let (text, until) = split_until(input.parse()?)?;
    if text.is_empty() {
        return Err(syn::Error::new(span, messages::ASK_URL_WITHOUT_TEXT));
    }
    Ok(Question {
        span,
        key,
        kind: QuestionKind::Url {
            url,
            text: parse_text(text),
            until,
        },
    })
}

/// Input:  `"text {}", x, until = vault.has(&x).await?`
/// Output: `"text {}", x` and `vault.has(&x).await?`
fn split_until(tokens: TokenStream) -> syn::Result<(TokenStream, Option<Box<Expr>>)> {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punct = |token: Option<&TokenTree>, char: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == char);
    let begins = |at: usize| {
        let after_comma = at == 0 || is_punct(tokens.get(at - 1), ',');
        let named = matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if ident == "until");
        let assigned = is_punct(tokens.get(at + 1), '=') && !is_punct(tokens.get(at + 2), '=');
        after_comma && named && assigned
    };
    let until = match (0..tokens.len()).find(|at| begins(*at)) {
        None => None,
        Some(at) => {
            let option = tokens.split_off(at).into_iter().skip(2).collect();
            let parser = |input: ParseStream<'_>| {
                let until: Expr = input.parse()?;
                input.parse::<Option<Token![,]>>()?;
                if input.is_empty() {
                    Ok(until)
                } else {
                    Err(input.error(messages::UNTIL_COMES_LAST))
                }
            };
            Some(Box::new(parser.parse2(option)?))
        }
    };
    while is_punct(tokens.last(), ',') {
        tokens.pop();
    }
    Ok((tokens.into_iter().collect(), until))
}

fn parse_sample(span: Span, input: ParseStream<'_>) -> syn::Result<Question> {
    let mut ty = None;
    if input.parse::<Option<Token![as]>>()?.is_some() {
        ty = Some(input.parse()?);
        input.parse::<Option<Token![,]>>()?;
    }
    let key = parse_key(input)?;
    if input.is_empty() {
        return Err(syn::Error::new(span, messages::SAMPLE_GRAMMAR));
    }
    Ok(Question {
        span,
        key,
        kind: QuestionKind::Sample {
            ty,
            request: parse_text(input.parse()?),
        },
    })
}

/// `name = …`
fn is_option(input: ParseStream<'_>, name: &str) -> bool {
    input.peek(syn::Ident::peek_any)
        && input.peek2(Token![=])
        && !input.peek2(Token![==])
        && input
            .fork()
            .parse::<Ident>()
            .is_ok_and(|ident| ident == name)
}

/// `key = "…",`
pub(super) fn parse_key(input: ParseStream<'_>) -> syn::Result<Option<LitStr>> {
    if !is_option(input, "key") {
        return Ok(None);
    }
    input.parse::<Ident>()?;
    input.parse::<Token![=]>()?;
    let key: LitStr = input.parse()?;
    if !is_key_text(&key.value()) {
        return Err(syn::Error::new(key.span(), messages::KEY));
    }
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(Some(key))
}

/// Keys stay short and plain: they are members of JSON objects in every client's language.
pub(crate) fn is_key_text(key: &str) -> bool {
    (1..=64).contains(&key.len())
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

fn parse_text(tokens: TokenStream) -> Text {
    match syn::parse2::<Expr>(tokens.clone()) {
        Ok(Expr::Lit(ExprLit {
            lit: Lit::Str(_), ..
        }))
        | Err(_) => Text::Format(tokens),
        Ok(expr) => Text::Expr(Box::new(expr)),
    }
}

impl QuestionKind {
    /// The author's code in it, but for `until`, which is no part of the question.
    pub(crate) fn parts(&mut self) -> Vec<Part<'_>> {
        match self {
            Self::Form { text, .. } => vec![Part::Text(text)],
            Self::Url { url, text, .. } => vec![Part::Expr(url), Part::Text(text)],
            Self::Sample { request, .. } => vec![Part::Text(request)],
            Self::Roots => Vec::new(),
        }
    }
}

impl ToTokens for Question {
    /// The question as the author could have written it.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let key = self.key.iter().map(|key| quote!(key = #key,));
        tokens.extend(match &self.kind {
            QuestionKind::Form { asked, text } => quote!(ask!(#asked, #(#key)* #text)),
            QuestionKind::Url { url, text, until } => {
                let until = until.iter();
                quote!(ask_url!(#url, #(#key)* #text #(, until = #until)*))
            }
            QuestionKind::Sample { ty, request } => {
                let ty = ty.iter();
                quote!(sample!(#(as #ty,)* #(#key)* #request))
            }
            QuestionKind::Roots => quote!(roots!(#(#key)*)),
        });
    }
}

impl ToTokens for Asked {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Type(ty) => ty.to_tokens(tokens),
            Self::Inline(fields) => fields.to_tokens(tokens),
        }
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Format(format) => tokens.extend(format.clone()),
            Self::Expr(expr) => expr.to_tokens(tokens),
        }
    }
}
