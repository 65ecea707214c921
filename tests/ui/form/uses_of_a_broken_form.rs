// One error: what is wrong. The uses of the form are not errors, too.

use mrtr::question::{Ask, Form as Question, Question as _};
use mrtr::{Choice, Form};

#[derive(Form)]
struct Broken {
    tags: Vec<String>,
}

#[derive(Choice)]
enum Pick {
    A(u8),
}

#[derive(Form)]
struct Whole {
    pick: Pick,
}

fn main() {
    let _ = Broken::schema();
    let _ = Question::<Broken>::NEED;
    let _ = <Pick as Ask>::schema();
    let _ = Whole::schema();
}
