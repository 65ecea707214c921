//! The values that attributes take.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use super::model::Number;

pub(super) enum Literal {
    Boolean(bool),
    Number(Number),
    Text(String),
    /// A variant of a choice.
    Path(syn::Path),
    /// Options of a choice: variants, or their names on the wire.
    List(Vec<Self>),
}

/// Reads a value; `None` where it is none that an attribute takes.
pub(super) fn literal(expr: &Expr) -> Option<Literal> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Bool(value) => Some(Literal::Boolean(value.value)),
            Lit::Str(text) => Some(Literal::Text(text.value())),
            _ => number(expr).map(Literal::Number),
        },
        Expr::Path(path) if path.qself.is_none() => Some(Literal::Path(path.path.clone())),
        Expr::Group(group) => literal(&group.expr),
        Expr::Paren(paren) => literal(&paren.expr),
        Expr::Array(array) => {
            let items = array.elems.iter().map(option);
            items.collect::<Option<_>>().map(Literal::List)
        }
        _ => number(expr).map(Literal::Number),
    }
}

/// Reads an option of a choice.
fn option(expr: &Expr) -> Option<Literal> {
    literal(expr).filter(|option| matches!(option, Literal::Path(_) | Literal::Text(_)))
}

/// Reads a number, whole or not, with or without a sign.
pub(super) fn number(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok().map(Number::Integer),
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => number
            .base10_parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map(Number::Float),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr).map(|number| match number {
            Number::Integer(number) => Number::Integer(-number),
            Number::Float(number) => Number::Float(-number),
        }),
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number(&parse_quote!(5)), Some(Number::Integer(5)));
        assert_eq!(
            number(&parse_quote!(-1_000u32)),
            Some(Number::Integer(-1000))
        );
        assert_eq!(number(&parse_quote!(0xff)), Some(Number::Integer(255)));
        assert_eq!(number(&parse_quote!(-0.5)), Some(Number::Float(-0.5)));
        assert_eq!(number(&parse_quote!((2))), Some(Number::Integer(2)));
        assert_eq!(number(&parse_quote!(1e400)), None);
        assert_eq!(number(&parse_quote!(f64::NAN)), None);
        assert_eq!(number(&parse_quote!("5")), None);
        assert_eq!(number(&parse_quote!(!5)), None);
    }
}
