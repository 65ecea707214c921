//! Prompts and resources that cannot be asked for.
use mrtr::{mrtr_prompt, mrtr_resource};

#[mrtr_resource]
async fn no_uri() -> String {
    String::new()
}

#[mrtr_resource("notes")]
async fn no_scheme() -> String {
    String::new()
}

#[mrtr_resource("notes://{name}/{name}")]
async fn twice(name: String) -> String {
    name
}

#[mrtr_resource("notes://{?page}")]
async fn query(page: String) -> String {
    page
}

#[mrtr_resource("notes://{a}{b}")]
async fn touching(a: String, b: String) -> String {
    a + &b
}

#[mrtr_resource("notes://{name}", caption = "Notes")]
async fn other_arguments(page: u8) -> String {
    page.to_string()
}

struct NotAResult;

#[mrtr_resource("notes://all")]
async fn not_contents() -> NotAResult {
    NotAResult
}

#[mrtr_prompt(mime_type = "text/plain")]
async fn not_an_option() -> String {
    String::new()
}

#[mrtr_prompt(require = "late")]
async fn not_a_time() -> String {
    String::new()
}

#[mrtr_prompt(on_invalid = "ignore")]
async fn not_a_way() -> String {
    String::new()
}

#[mrtr_prompt]
async fn not_messages() -> NotAResult {
    NotAResult
}

fn main() {
    let _: [mrtr::ResourceInfo; 2] = [no_uri(), not_contents()];
    let _: [mrtr::PromptInfo; 2] = [not_an_option(), not_messages()];
}
