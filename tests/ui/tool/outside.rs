//! Steps that stand outside of a tool.
async fn plain() {
    mrtr::ask!(bool, "Go?");
    mrtr::roots!();
    mrtr::ask_all!(mrtr::roots!());
}

fn main() {}
