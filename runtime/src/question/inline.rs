use std::marker::PhantomData;

use serde_json::{Map, Value};

use super::{Answer, Ask, Form, Need, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// A form that is written where it is asked for.
pub trait Inline: Ask {
    /// Its fields, in their order.
    type Fields: Send + 'static;

    /// Takes it apart.
    fn fields(self) -> Self::Fields;
}

/// The question of `ask!({ … }, …)`. Its answer is made of the fields, for the flow has a type of
/// its own for them.
#[derive(Debug)]
pub(crate) struct InlineForm<T>(PhantomData<fn() -> T>);

impl<T: Inline> Question for InlineForm<T> {
    type Answer = Answer<T::Fields>;

    const NEED: Need = Form::<T>::NEED;

    fn request(rendered: &Rendered) -> InputRequest {
        Form::<T>::request(rendered)
    }

    fn read(response: &Map<String, Value>) -> Result<Self::Answer, Problems> {
        Form::<T>::read(response).map(|answer| answer.map(T::fields))
    }
}
