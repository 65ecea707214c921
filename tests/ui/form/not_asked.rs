use mrtr::question::{Form, Question};

struct Plan;

fn main() {
    let _ = Form::<Plan>::need();
    let _ = <Form<Vec<String>> as Question>::need();
}
