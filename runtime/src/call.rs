use crate::principal::Principal;
use crate::question::Need;
use crate::seal::FlowId;
use crate::wire::ClientCapabilities;

/// The request that is being served. A tool gets it with a parameter `call: &Call`.
#[derive(Debug, Clone)]
pub struct Call {
    principal: Principal,
    capabilities: ClientCapabilities,
    round: u32,
    flow_id: FlowId,
}

impl Call {
    pub(crate) fn new(
        principal: Principal,
        capabilities: ClientCapabilities,
        round: u32,
        flow_id: FlowId,
    ) -> Self {
        Self {
            principal,
            capabilities,
            round,
            flow_id,
        }
    }

    /// Who is calling, as the host established it for this request.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// What the client says, with this request, that it can answer.
    #[must_use]
    pub fn capabilities(&self) -> &ClientCapabilities {
        &self.capabilities
    }

    /// How many rounds of questions came before this request; 0 for the first one.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Names this call, from its first round to its last.
    #[must_use]
    pub fn flow_id(&self) -> FlowId {
        self.flow_id
    }

    /// Whether the client can show a form, so that `ask!` can be used.
    #[must_use]
    pub fn can_ask_form(&self) -> bool {
        Need::Form.is_met_by(&self.capabilities)
    }

    /// Whether the client can send its user to a page, so that `ask_url!` can be used.
    #[must_use]
    pub fn can_ask_url(&self) -> bool {
        Need::Url.is_met_by(&self.capabilities)
    }

    /// Whether the client can run a model, so that `sample!` can be used.
    #[must_use]
    pub fn can_sample(&self) -> bool {
        Need::Sampling.is_met_by(&self.capabilities)
    }

    /// Whether the client's model can be offered tools.
    #[must_use]
    pub fn can_sample_with_tools(&self) -> bool {
        Need::SamplingTools.is_met_by(&self.capabilities)
    }

    /// Whether the client can list its roots, so that `roots!` can be used.
    #[must_use]
    pub fn can_list_roots(&self) -> bool {
        Need::Roots.is_met_by(&self.capabilities)
    }
}
