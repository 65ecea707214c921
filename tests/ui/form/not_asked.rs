use mrtr::question::{Form, Question};

fn main() {
    let _ = <Form<Vec<String>> as Question>::NEED;
}
