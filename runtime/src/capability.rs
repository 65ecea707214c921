//! Which declared capability answers which question.

use serde_json::{Value, json};

use crate::question::Need;
use crate::wire::ClientCapabilities;

impl Need {
    /// Whether a client with these capabilities can answer.
    ///
    /// Spec: *client/elicitation*, capabilities: an empty `elicitation` object means form mode.
    #[must_use]
    pub fn is_met_by(self, capabilities: &ClientCapabilities) -> bool {
        match self {
            Self::Form => capabilities
                .elicitation
                .as_ref()
                .is_some_and(|modes| modes.form.is_some() || modes.url.is_none()),
            Self::Url => capabilities
                .elicitation
                .as_ref()
                .is_some_and(|modes| modes.url.is_some()),
            Self::Sampling => capabilities.sampling.is_some(),
            Self::SamplingTools => capabilities
                .sampling
                .as_ref()
                .is_some_and(|sampling| sampling.tools.is_some()),
            Self::SamplingContext => capabilities
                .sampling
                .as_ref()
                .is_some_and(|sampling| sampling.context.is_some()),
            Self::Roots => capabilities.roots.is_some(),
        }
    }

    /// The capability as it is named in `data.requiredCapabilities`.
    pub(crate) fn path(self) -> &'static [&'static str] {
        match self {
            Self::Form => &["elicitation", "form"],
            Self::Url => &["elicitation", "url"],
            Self::Sampling => &["sampling"],
            Self::SamplingTools => &["sampling", "tools"],
            Self::SamplingContext => &["sampling", "context"],
            Self::Roots => &["roots"],
        }
    }
}

/// What is missing, in the shape of a capabilities object; `None` where nothing is.
pub(crate) fn missing(
    needs: impl IntoIterator<Item = Need>,
    capabilities: &ClientCapabilities,
) -> Option<Value> {
    let mut missing = json!({});
    for need in needs
        .into_iter()
        .filter(|need| !need.is_met_by(capabilities))
    {
        let mut at = &mut missing;
        for member in need.path() {
            at = &mut at[*member];
            if at.is_null() {
                *at = json!({});
            }
        }
    }
    (missing != json!({})).then_some(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capabilities(declared: Value) -> ClientCapabilities {
        serde_json::from_value(declared).expect("capabilities")
    }

    #[test]
    fn an_empty_elicitation_object_is_form_mode() {
        assert!(Need::Form.is_met_by(&capabilities(json!({"elicitation": {}}))));
        assert!(Need::Form.is_met_by(&capabilities(
            json!({"elicitation": {"form": {}, "url": {}}})
        )));
        assert!(!Need::Form.is_met_by(&capabilities(json!({"elicitation": {"url": {}}}))));
        assert!(!Need::Form.is_met_by(&capabilities(json!({"roots": {}}))));
    }

    #[test]
    fn url_mode_and_the_parts_of_sampling_are_declared_by_name() {
        assert!(Need::Url.is_met_by(&capabilities(json!({"elicitation": {"url": {}}}))));
        assert!(!Need::Url.is_met_by(&capabilities(json!({"elicitation": {}}))));
        let plain = capabilities(json!({"sampling": {}}));
        assert!(Need::Sampling.is_met_by(&plain));
        assert_eq!(
            missing([Need::SamplingTools, Need::Url], &plain),
            Some(json!({"sampling": {"tools": {}}, "elicitation": {"url": {}}}))
        );
        let all = capabilities(json!({"sampling": {"tools": {}, "context": {}}}));
        assert_eq!(
            missing([Need::SamplingTools, Need::SamplingContext], &all),
            None
        );
    }

    #[test]
    fn exactly_what_is_missing_is_named() {
        let declared = capabilities(json!({"roots": {"listChanged": true}}));
        assert_eq!(missing([Need::Roots], &declared), None);
        assert_eq!(
            missing([Need::Form, Need::Roots, Need::Form], &declared),
            Some(json!({"elicitation": {"form": {}}}))
        );
        assert_eq!(
            missing([Need::Roots, Need::Form], &capabilities(json!({}))),
            Some(json!({"elicitation": {"form": {}}, "roots": {}}))
        );
    }
}
