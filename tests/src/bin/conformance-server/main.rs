//! The server that the official conformance suite calls, made of our macros and our host.
//!
//! ```sh
//! PORT=8001 cargo run -p mrtr-tests --bin conformance-server    # http://127.0.0.1:8001/mcp
//! ```
//!
//! Names, texts and schemas are the suite's. `tests/conformance/server` runs both.

mod asking;
mod changing;
mod content;
mod documents;
mod media;
mod older;

use std::error::Error;
use std::net::Ipv4Addr;

use mrtr::Server;
use tokio::net::TcpListener;

fn server() -> Server {
    Server::new("mrtr-conformance", env!("CARGO_PKG_VERSION"))
        .instructions("A server for the official conformance suite.")
        .logging()
        .beside(changing::Changing::new())
        .tool(content::test_simple_text)
        .tool(content::test_image_content)
        .tool(content::test_audio_content)
        .tool(content::test_embedded_resource)
        .tool(content::test_multiple_content_types)
        .tool(content::test_error_handling)
        .tool(content::test_tool_with_progress)
        .tool(content::test_tool_with_logging)
        .tool(content::test_logging_tool)
        .tool(content::test_custom_header)
        .tool(content::structured)
        .tool_as(
            content::json_schema_2020_12_tool,
            content::with_schema_of_its_own,
        )
        .tool(asking::test_input_required_result_elicitation)
        .tool(asking::test_input_required_result_sampling)
        .tool(asking::test_input_required_result_list_roots)
        .tool(asking::test_input_required_result_request_state)
        .tool(asking::test_input_required_result_multiple_inputs)
        .tool(asking::test_input_required_result_multi_round)
        .tool(asking::test_input_required_result_tampered_state)
        .tool(asking::test_input_required_result_capabilities)
        .tool(asking::test_missing_capability)
        .tool(asking::test_streaming_elicitation)
        .tool(older::test_reconnection)
        .tool(older::test_sampling)
        .tool(older::test_elicitation)
        .tool(older::test_elicitation_sep1034_defaults)
        .tool(older::test_elicitation_sep1330_enums)
        .prompt(asking::test_input_required_result_prompt)
        .prompt(documents::test_simple_prompt)
        .prompt(documents::test_prompt_with_arguments)
        .prompt(documents::prompt_with_resource)
        .prompt(documents::test_prompt_with_image)
        .resource(documents::static_text)
        .resource(documents::static_binary)
        .resource(documents::template)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::var("PORT").map_or(Ok(0), |port| port.parse())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    Ok(server().anonymous().serve_http_on(listener).await?)
}
