//! An rmcp handler that serves what is not ours.
// rmcp marks what the protocol is going to leave as deprecated; both still have it.
#![allow(deprecated)]

use std::future::Future;
use std::pin::Pin;

// The whole protocol passes here.
#[allow(clippy::wildcard_imports)]
use rmcp::model::*;
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

type Answering<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Names a parameter that is there for some notifications only.
fn told<T>(params: T) -> T {
    params
}

/// Input:  `get_task(params: GetTaskParams) -> GetTaskResult;`
/// Output: the method of a trait that can be held as `dyn`, and its implementation for each handler.
macro_rules! held {
    (
        requests { $($request:ident($params:ty) -> $result:ty;)* }
        notifications { $($notification:ident($($told:ty)?);)* }
    ) => {
        /// Any [`ServerHandler`].
        pub(super) trait Beside: Send + Sync {
            fn info(&self) -> ServerConfig;

            fn tool(&self, name: &str) -> Option<Tool>;

            fn accepted_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter>;

            fn listen(&self, context: SubscriptionContext) -> Answering<'_, Result<(), ErrorData>>;

            $(fn $request(
                &self,
                params: $params,
                context: RequestContext<RoleServer>,
            ) -> Answering<'_, Result<$result, ErrorData>>;)*

            $(fn $notification(
                &self,
                $(params: $told,)?
                context: NotificationContext<RoleServer>,
            ) -> Answering<'_, ()>;)*
        }

        impl<H: ServerHandler> Beside for H {
            fn info(&self) -> ServerConfig {
                self.get_info()
            }

            fn tool(&self, name: &str) -> Option<Tool> {
                self.get_tool(name)
            }

            fn accepted_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
                self.accepted_subscription_filter(requested)
            }

            fn listen(&self, context: SubscriptionContext) -> Answering<'_, Result<(), ErrorData>> {
                Box::pin(ServerHandler::listen(self, context))
            }

            $(fn $request(
                &self,
                params: $params,
                context: RequestContext<RoleServer>,
            ) -> Answering<'_, Result<$result, ErrorData>> {
                Box::pin(ServerHandler::$request(self, params, context))
            })*

            $(fn $notification(
                &self,
                $(params: $told,)?
                context: NotificationContext<RoleServer>,
            ) -> Answering<'_, ()> {
                Box::pin(ServerHandler::$notification(
                    self,
                    $(told::<$told>(params),)?
                    context,
                ))
            })*
        }
    };
}

held! {
    requests {
        list_tools(Option<PaginatedRequestParams>) -> ListToolsResult;
        call_tool(CallToolRequestParams) -> CallToolResponse;
        list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult;
        get_prompt(GetPromptRequestParams) -> GetPromptResponse;
        list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult;
        list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult;
        read_resource(ReadResourceRequestParams) -> ReadResourceResponse;
        complete(CompleteRequestParams) -> CompleteResult;
        set_level(SetLevelRequestParams) -> ();
        subscribe(SubscribeRequestParams) -> ();
        unsubscribe(UnsubscribeRequestParams) -> ();
        on_custom_request(CustomRequest) -> CustomResult;
        get_task(GetTaskParams) -> GetTaskResult;
        update_task(UpdateTaskParams) -> ();
        cancel_task(CancelTaskParams) -> ();
        list_skills(Option<PaginatedRequestParams>) -> ListSkillsResult;
        get_skill(GetSkillRequestParams) -> GetSkillResult;
        read_resource_directory(ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }
    notifications {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_initialized();
        on_roots_list_changed();
        on_custom_notification(CustomNotification);
    }
}

/// What a server of ours says of itself, with what is beside it.
pub(super) fn merged(mut ours: ServerConfig, theirs: ServerConfig) -> ServerConfig {
    let (mine, beside) = (&mut ours.capabilities, theirs.capabilities);
    mine.experimental = beside.experimental;
    mine.extensions = beside.extensions;
    // Theirs says more, where it says anything: whether lists change, and what can be subscribed to.
    mine.tools = beside.tools.or(mine.tools.take());
    mine.prompts = beside.prompts.or(mine.prompts.take());
    mine.resources = beside.resources.or(mine.resources.take());
    mine.completions = beside.completions.or(mine.completions.take());
    mine.logging = beside.logging.or(mine.logging.take());
    ours.instructions = ours.instructions.or(theirs.instructions);
    ours
}
