//! A server on the official Rust SDK, as its own examples are. One line of it is about mrtr, and one
//! method.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mrtr::host::{Host, StartError, malformed_request};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{
    CustomRequest, CustomResult, ErrorCode, ErrorData, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};

use crate::flow::reset;

/// What the tools share.
#[derive(Clone, Default)]
pub struct Count(Arc<AtomicU32>);

impl Count {
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    pub fn set(&self, value: u32) {
        self.0.store(value, Ordering::SeqCst);
    }
}

pub struct Counter {
    count: Count,
    tools: ToolRouter<Self>,
}

#[tool_router]
impl Counter {
    pub fn new() -> Result<Self, StartError> {
        let count = Count::default();
        let host = Host::builder("counter").state(count.clone()).build()?;
        let tools = Self::tool_router().with_route(host.route(reset)?); // the line
        Ok(Self { count, tools })
    }

    #[tool(description = "Count one more")]
    async fn increment(&self) -> String {
        (self.count.0.fetch_add(1, Ordering::SeqCst) + 1).to_string()
    }

    #[tool(description = "Tell how far it is")]
    async fn value(&self) -> String {
        self.count.get().to_string()
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Counter {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    // So that malformed answers are told as what they are.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(malformed_request(&request)
            .unwrap_or_else(|| ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None)))
    }
}
