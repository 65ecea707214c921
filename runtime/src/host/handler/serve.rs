//! Each request and notification of the protocol: ours where we know it, else that of the handler
//! that is beside us.
// rmcp marks what the protocol is going to leave as deprecated; both still have it.
#![allow(deprecated)]

use std::sync::atomic::Ordering;

// The whole protocol passes here.
#[allow(clippy::wildcard_imports)]
use rmcp::model::*;
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use super::Handler;
use crate::host::answer::Incoming;
use crate::host::{convert, legacy, listed, malformed_request, notices, result, template};

/// Their answer, or that nobody knows it: a handler that has not even the method knows nothing.
fn or_unknown<T>(answer: Result<T, ErrorData>, unknown: ErrorData) -> Result<T, ErrorData> {
    answer.map_err(|error| match error.code {
        ErrorCode::METHOD_NOT_FOUND => unknown,
        _ => error,
    })
}

/// Whether a list goes on behind ours: a cursor is always one of theirs.
fn is_first_page(params: Option<&PaginatedRequestParams>) -> bool {
    params.is_none_or(|params| params.cursor.is_none())
}

/// Input:  `get_task(GetTaskParams) -> GetTaskResult, GetTaskMethod;`
/// Output: the method, which is theirs, or unknown.
macro_rules! theirs {
    ($($request:ident($params:ty) -> $result:ty, $method:ty;)*) => {$(
        async fn $request(
            &self,
            params: $params,
            context: RequestContext<RoleServer>,
        ) -> Result<$result, ErrorData> {
            match self.beside() {
                Some(beside) => beside.$request(params, context).await,
                None => Err(ErrorData::method_not_found::<$method>()),
            }
        }
    )*};
}

/// Input:  `listed!(self, params, context, tools: list_tools -> ListToolsResult, ours)`
/// Output: our tools, and behind them those of the handler that is beside us.
macro_rules! listed {
    ($self:ident, $params:ident, $context:ident, $items:ident, $capability:ident: $list:ident -> $result:ident, $ours:expr) => {{
        let first = is_first_page($params.as_ref());
        let mut ours: Vec<_> = if first { $ours } else { Vec::new() };
        match $self.beside_with(|it| &it.$capability) {
            None => Ok($result::with_all_items(ours)),
            Some(beside) => {
                let mut listed = beside.$list($params, $context).await?;
                ours.append(&mut listed.$items);
                listed.$items = ours;
                Ok(listed)
            }
        }
    }};
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.served.config.clone()
    }

    async fn list_tools(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        listed!(self, params, context, tools, tools: list_tools -> ListToolsResult, {
            self.served.tools.clone()
        })
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut ours = self.served.tools.iter();
        ours.find(|tool| tool.name == name)
            .cloned()
            .or_else(|| self.beside()?.tool(name))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // Spec: *server/tools*, error handling.
        let Some(tool) = self.tool(&params.name) else {
            let unknown = format!("there is no tool `{}`", params.name);
            let unknown = ErrorData::invalid_params(unknown, None);
            return match self.beside_with(|it| &it.tools) {
                Some(beside) => or_unknown(beside.call_tool(params, context).await, unknown),
                None => Err(unknown),
            };
        };
        let incoming = Incoming {
            arguments: params.arguments,
            responses: params.input_responses,
            state: params.request_state,
        };
        let outcome = self.caller(&context).answer(tool, incoming).await?;
        convert::outcome(outcome, result::tool)
    }

    async fn list_prompts(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        listed!(self, params, context, prompts, prompts: list_prompts -> ListPromptsResult, {
            let prompts = self.served.offered.prompts.iter();
            prompts.map(listed::prompt).collect()
        })
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        // Spec: *server/prompts*, error handling.
        let Some(prompt) = self.prompt(&params.name) else {
            let unknown = format!("there is no prompt `{}`", params.name);
            let unknown = ErrorData::invalid_params(unknown, None);
            return match self.beside_with(|it| &it.prompts) {
                Some(beside) => or_unknown(beside.get_prompt(params, context).await, unknown),
                None => Err(unknown),
            };
        };
        let incoming = Incoming {
            arguments: params.arguments,
            responses: params.input_responses,
            state: params.request_state,
        };
        let outcome = self.caller(&context).answer(prompt, incoming).await?;
        convert::outcome(outcome, result::prompt)
    }

    async fn list_resources(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        listed!(self, params, context, resources, resources: list_resources -> ListResourcesResult, {
            let resources = self.served.offered.resources.iter();
            let fixed = resources.filter(|it| !template::is_template(it.uri));
            fixed.map(listed::resource).collect()
        })
    }

    async fn list_resource_templates(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        listed!(
            self, params, context, resource_templates,
            resources: list_resource_templates -> ListResourceTemplatesResult,
            {
                let resources = self.served.offered.resources.iter();
                let templates = resources.filter(|it| template::is_template(it.uri));
                templates.map(listed::resource_template).collect()
            }
        )
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        // Spec: *server/resources*, error handling.
        let Some((resource, variables)) = self.resource(&params.uri) else {
            let unknown = convert::no_such_resource(&params.uri);
            return match self.beside_with(|it| &it.resources) {
                Some(beside) => or_unknown(beside.read_resource(params, context).await, unknown),
                None => Err(unknown),
            };
        };
        let incoming = Incoming {
            arguments: Some(variables),
            responses: params.input_responses,
            state: params.request_state,
        };
        let uri = params.uri;
        let is_retry = incoming.is_retry();
        let outcome = self
            .caller(&context)
            .answer(&resource.info, incoming)
            .await?;
        convert::outcome(outcome, |output| {
            result::resource(resource, &uri, output, is_retry)
        })
        .map_err(|error| convert::about_resource(error, &uri))
    }

    async fn complete(
        &self,
        params: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        use rmcp::model::Reference;

        let schema = match &params.r#ref {
            Reference::Prompt(prompt) => self.prompt(&prompt.name).map(|info| info.input_schema),
            Reference::Resource(resource) => {
                let mut resources = self.served.offered.resources.iter();
                let found = resources.find(|it| it.uri == resource.uri);
                found.map(|it| it.info.input_schema)
            }
            // Of a later version of the protocol.
            _ => None,
        };
        let Some(schema) = schema else {
            let unknown = "there is no such prompt, and no such resource template";
            let unknown = ErrorData::invalid_params(unknown, None);
            return match self.beside_with(|it| &it.completions) {
                Some(beside) => or_unknown(beside.complete(params, context).await, unknown),
                None => Err(unknown),
            };
        };
        Ok(listed::completion(&schema(), &params.argument))
    }

    async fn set_level(
        &self,
        params: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        // Spec: since 2026-07-28 each request says what it wants.
        let known = legacy::is_legacy(&context);
        let beside = self.beside_with(|it| &it.logging);
        if !known || (beside.is_none() && !self.served.host.logs()) {
            return Err(ErrorData::method_not_found::<SetLevelRequestMethod>());
        }
        let level = notices::level(params.level);
        self.log.store(level as u8, Ordering::Relaxed);
        match beside {
            Some(beside) => beside.set_level(params, context).await,
            None => Ok(()),
        }
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.beside()?.accepted_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        if let Some(beside) = self.beside() {
            beside.listen(context).await
        } else {
            context.cancelled().await;
            Ok(())
        }
    }

    theirs! {
        subscribe(SubscribeRequestParams) -> (), SubscribeRequestMethod;
        unsubscribe(UnsubscribeRequestParams) -> (), UnsubscribeRequestMethod;
        get_task(GetTaskParams) -> GetTaskResult, GetTaskMethod;
        update_task(UpdateTaskParams) -> (), UpdateTaskMethod;
        cancel_task(CancelTaskParams) -> (), CancelTaskMethod;
        list_skills(Option<PaginatedRequestParams>) -> ListSkillsResult, ListSkillsRequestMethod;
        get_skill(GetSkillRequestParams) -> GetSkillResult, GetSkillRequestMethod;
        read_resource_directory(ReadResourceDirectoryRequestParams)
            -> ReadResourceDirectoryResult, ReadResourceDirectoryRequestMethod;
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if let Some(malformed) = malformed_request(&request) {
            return Err(malformed);
        }
        match self.beside() {
            Some(beside) => beside.on_custom_request(request, context).await,
            None => Err(ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                request.method,
                None,
            )),
        }
    }

    async fn on_cancelled(
        &self,
        params: CancelledNotificationParam,
        context: NotificationContext<RoleServer>,
    ) {
        if let Some(beside) = self.beside() {
            beside.on_cancelled(params, context).await;
        }
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        context: NotificationContext<RoleServer>,
    ) {
        if let Some(beside) = self.beside() {
            beside.on_progress(params, context).await;
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if let Some(beside) = self.beside() {
            beside.on_initialized(context).await;
        }
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        if let Some(beside) = self.beside() {
            beside.on_roots_list_changed(context).await;
        }
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        context: NotificationContext<RoleServer>,
    ) {
        if let Some(beside) = self.beside() {
            beside.on_custom_notification(notification, context).await;
        }
    }
}
