/// An enum of which a person picks one: `#[derive(Choice)]`.
pub trait Choice: Sized {}
