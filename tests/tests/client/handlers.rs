//! Who is asked, and what becomes of it: C05, C06, C07, C15, C17, C19, S21.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr::Answer;
use mrtr::client::{
    Answerer, CallError, CallErrorKind, Connect, FormQuestion, Handlers, Policy, Root,
    RootsQuestion, SamplingQuestion, Script, Unanswered, UrlQuestion,
};
use rmcp::model::{CallToolResult, CreateMessageResult};
use serde_json::{Map, Value, json};
use tokio::sync::Notify;

use crate::server::{
    Does, Sent, agreeable, asks, client, content, done, form, page, params, sampling, scripted,
};

async fn ask(
    questions: Value,
    answerer: impl Answerer,
) -> (Result<CallToolResult, CallError>, Sent) {
    let (client, sent) = client(vec![asks(questions, "S1"), done()], answerer).await;
    (client.call(params()).await, sent)
}

/// The reason why the only question stayed without an answer; nothing was sent for it.
async fn unanswered(questions: Value, answerer: impl Answerer) -> (String, Unanswered) {
    let (result, sent) = ask(questions, answerer).await;
    assert_eq!(
        sent.calls().len(),
        1,
        "something was sent in a person's name"
    );
    let error = result.expect_err("no answer");
    let interim = error.interim().expect("a round");
    assert_eq!(interim.asked.request_state.as_deref(), Some("S1"));
    let told = error.to_string();
    match error.into_kind() {
        CallErrorKind::Unanswered { key, reason } => {
            assert!(told.contains(&format!("`{key}`")), "{told}");
            (key, reason)
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_question_without_a_handler_is_an_error_that_names_it() {
    for question in [
        form("?"),
        page("https://example.org/"),
        sampling(json!({})),
        json!({"method": "roots/list"}),
    ] {
        let (key, reason) = unanswered(json!({"it": question}), Handlers::new()).await;
        assert_eq!(key, "it");
        assert!(matches!(reason, Unanswered::NoHandler(_)), "{reason}");
    }
}

#[tokio::test]
async fn every_kind_of_answer_travels_in_its_own_shape() {
    let handlers = agreeable()
        .on_url(|_: UrlQuestion| async { Ok(Answer::Accept(())) })
        .on_sampling(|_: SamplingQuestion| async {
            let result = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "Hi"}});
            Ok(serde_json::from_value::<CreateMessageResult>(result)?)
        });
    let questions = json!({
        "form": form("yes"),
        "url": page("https://example.org/"),
        "model": sampling(json!({})),
        "roots": {"method": "roots/list"},
    });
    let (result, sent) = ask(questions, handlers).await;
    result.expect("finished");
    assert_eq!(
        sent.calls()[1]["inputResponses"],
        json!({
            "form": {"action": "accept", "content": {"a": "yes"}},
            "url": {"action": "accept"},
            "model": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Hi"}},
            "roots": {"roots": [{"uri": "file:///here"}]},
        })
    );
}

#[tokio::test]
async fn a_decline_and_a_cancel_carry_no_content() {
    for (answer, action) in [(Answer::Decline, "decline"), (Answer::Cancel, "cancel")] {
        let handlers = Handlers::new()
            .on_form(move |_: FormQuestion| async move { Ok(answer.map(|()| Map::new())) });
        let (result, sent) = ask(json!({"q": form("?")}), handlers).await;
        result.expect("finished");
        assert_eq!(
            sent.calls()[1]["inputResponses"],
            json!({"q": {"action": action}})
        );
    }
}

#[tokio::test]
async fn the_questions_of_a_round_are_answered_side_by_side() {
    // Each waits for the other: one after the other would never end.
    let met = Arc::new(tokio::sync::Barrier::new(2));
    let (one, two) = (Arc::clone(&met), met);
    let handlers = Handlers::new()
        .on_form(move |_: FormQuestion| {
            let met = Arc::clone(&one);
            async move {
                met.wait().await;
                Ok(Answer::Decline)
            }
        })
        .on_roots(move |_: RootsQuestion| {
            let met = Arc::clone(&two);
            async move {
                met.wait().await;
                Ok(Vec::<Root>::new())
            }
        });
    let questions = json!({"a": form("?"), "b": {"method": "roots/list"}});
    let (result, _) = ask(questions, handlers).await;
    result.expect("finished");
}

#[tokio::test]
async fn when_one_fails_its_siblings_are_cancelled_and_nothing_is_sent() {
    let (open, closed) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (opened, told) = (Arc::clone(&open), Arc::clone(&closed));
    let handlers = Handlers::new()
        .on_form(move |form: FormQuestion| {
            let told = Arc::clone(&told);
            opened.notify_one();
            // What the handler started elsewhere hears of it.
            tokio::spawn(async move {
                form.origin.cancelled.cancelled().await;
                told.notify_one();
            });
            std::future::pending()
        })
        .on_sampling(move |_: SamplingQuestion| {
            let open = Arc::clone(&open);
            async move {
                open.notified().await;
                Err(Unanswered::because("the model is gone"))
            }
        });
    let questions = json!({"a": form("?"), "b": sampling(json!({}))});
    let (key, reason) = unanswered(questions, handlers).await;
    assert_eq!(
        (key.as_str(), reason.to_string().as_str()),
        ("b", "the model is gone")
    );
    closed.notified().await;
}

#[tokio::test]
async fn dropping_the_call_cancels_its_questions() {
    let (opened, closed) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (open, told) = (Arc::clone(&opened), Arc::clone(&closed));
    let handlers = Handlers::new().on_form(move |form: FormQuestion| {
        let told = Arc::clone(&told);
        tokio::spawn(async move {
            form.origin.cancelled.cancelled().await;
            told.notify_one();
        });
        open.notify_one();
        std::future::pending()
    });
    let (client, _) = client(vec![asks(json!({"q": form("?")}), None)], handlers).await;
    tokio::select! {
        result = client.call(params()).into_future() => panic!("{result:?}"),
        () = opened.notified() => {}
    }
    closed.notified().await;
}

#[tokio::test]
async fn a_model_that_may_not_run_is_a_refusal_of_its_own() {
    let handlers =
        || Handlers::new().on_sampling(|_: SamplingQuestion| async { Err(Unanswered::Declined) });
    let (_, reason) = unanswered(json!({"q": sampling(json!({}))}), handlers()).await;
    assert!(matches!(reason, Unanswered::Declined));

    // It was not declared, so the server may not ask for it.
    for more in [
        json!({"tools": []}),
        json!({"toolChoice": {"mode": "auto"}}),
        json!({"includeContext": "allServers"}),
    ] {
        let (_, reason) = unanswered(json!({"q": sampling(more.clone())}), handlers()).await;
        assert!(matches!(reason, Unanswered::NoHandler(_)), "{more}");
    }
}

#[tokio::test]
async fn an_answer_that_breaks_the_form_is_not_sent() {
    let with = |value: Value| {
        Handlers::new().on_form(move |_: FormQuestion| {
            let content = content(value.clone());
            async move { Ok(Answer::Accept(content)) }
        })
    };
    let (_, reason) = unanswered(json!({"q": form("?")}), with(json!(7))).await;
    assert!(matches!(reason, Unanswered::Invalid(_)));
    assert_eq!(reason.to_string(), "a: must be text");

    // A null is a field that is left out.
    let (result, sent) = ask(json!({"q": form("?")}), with(Value::Null)).await;
    result.expect("finished");
    assert_eq!(
        sent.calls()[1]["inputResponses"]["q"],
        json!({"action": "accept", "content": {}})
    );
}

#[tokio::test]
async fn a_form_offers_its_defaults_when_it_is_asked_to() {
    let handlers = Handlers::new().on_form(|question: FormQuestion| async move {
        let mut content = content(json!(""));
        question.form()?.fill_in_defaults(&mut content);
        Ok(Answer::Accept(content))
    });
    let mut question = form("?");
    question["params"]["requestedSchema"]["properties"] = json!({
        "a": {"type": "string", "default": "x"},
        "n": {"type": "integer", "default": 3},
    });
    let (result, sent) = ask(json!({"q": question}), handlers).await;
    result.expect("finished");
    assert_eq!(
        sent.calls()[1]["inputResponses"]["q"]["content"],
        json!({"a": "", "n": 3})
    );
}

#[tokio::test]
async fn a_page_that_is_not_safe_reaches_no_handler() {
    for url in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http://10.0.0.1/",
        "not a url",
    ] {
        let handlers = Handlers::new().on_url(|_: UrlQuestion| async { Ok(Answer::Accept(())) });
        let (_, reason) = unanswered(json!({"q": page(url)}), handlers).await;
        assert!(
            matches!(reason, Unanswered::UnsafeLink(_)),
            "{url}: {reason}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_page_again_is_said_to_be_the_same_and_paced() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&told);
    let handlers = Handlers::new().on_url(move |question: UrlQuestion| {
        let note = (question.link.host().to_owned(), question.again);
        notes.lock().expect("no panic").push(note);
        async { Ok(Answer::Accept(())) }
    });
    let ask = |host| asks(json!({"q": page(&format!("https://{host}/"))}), "S");
    let results = vec![
        ask("a.test"),
        ask("a.test"),
        ask("a.test"),
        ask("b.test"),
        ask("a.test"),
        done(),
    ];
    let (client, _) = client(results, handlers).await;
    let start = tokio::time::Instant::now();
    client.call(params()).await.expect("finished");
    let own = |host: &str, again| (host.to_owned(), again);
    assert_eq!(
        *told.lock().expect("no panic"),
        [
            own("a.test", false),
            own("a.test", true),
            own("a.test", true),
            own("b.test", false),
            own("a.test", false),
        ]
    );
    assert_eq!(start.elapsed(), Duration::from_millis(50));
}

#[tokio::test]
async fn a_script_gives_each_answer_once_and_names_what_is_missing() {
    let script = || -> Script {
        let answers = json!({
            "q": [{"action": "accept", "content": {"a": "1"}}, {"action": "decline"}],
            "where": {"roots": [{"uri": "file:///x", "name": "X"}]},
        });
        answers.to_string().parse().expect("a script")
    };
    let questions = json!({"q": form("?"), "where": {"method": "roots/list"}});
    let again = json!({"q": form("Again?")});
    let results = vec![
        asks(questions, None),
        asks(again.clone(), None),
        asks(again, None),
    ];
    let (client, sent) = client(results, script().otherwise("nothing is left")).await;
    let error = client.call(params()).await.expect_err("a third question");
    assert_eq!(
        error.to_string(),
        "the question `q` has no answer: nothing is left\n\nAgain?"
    );
    let calls = sent.calls();
    assert_eq!(
        calls[1]["inputResponses"],
        json!({
            "q": {"action": "accept", "content": {"a": "1"}},
            "where": {"roots": [{"uri": "file:///x", "name": "X"}]},
        })
    );
    assert_eq!(
        calls[2]["inputResponses"],
        json!({"q": {"action": "decline"}})
    );
}

#[tokio::test]
async fn a_policy_answers_only_the_servers_that_it_knows() {
    for (given, admitted) in [
        (Some("https://shop.test/mcp"), true),
        (Some("https://evil.test/mcp"), false),
        // What a server calls itself is only a claim.
        (None, false),
    ] {
        let policy = Policy::new(agreeable()).only_servers(["https://shop.test/mcp", "scripted"]);
        let script = vec![asks(json!({"q": form("?")}), None), done()];
        let (transport, sent) = scripted(script.into_iter().map(Does::Returns).collect());
        let mut connect = Connect::new("test", "1");
        if let Some(given) = given {
            connect = connect.server(given);
        }
        let client = connect.over(transport, policy).await.expect("connected");
        let result = client.call(params()).await;
        assert_eq!(result.is_ok(), admitted, "{given:?}");
        assert_eq!(sent.calls().len(), if admitted { 2 } else { 1 });
    }
}

#[tokio::test]
async fn a_policy_asks_before_it_runs_a_model_and_declares_no_pages() {
    let model = || {
        agreeable()
            .on_url(|_: UrlQuestion| async { Ok(Answer::Accept(())) })
            .on_sampling(|_: SamplingQuestion| async { Err(Unanswered::because("it ran")) })
    };
    for (consent, outcome) in [(true, "it ran"), (false, "the user declined")] {
        let policy = Policy::new(model())
            .ask_before_sampling(move |_| async move { Ok(consent) })
            .never_open_urls();
        let (_, reason) = unanswered(json!({"q": sampling(json!({}))}), policy).await;
        assert_eq!(reason.to_string(), outcome);
    }
    let (_, sent) = ask(
        json!({"q": form("?")}),
        Policy::new(model()).never_open_urls(),
    )
    .await;
    assert_eq!(
        sent.calls()[0]["_meta"]["io.modelcontextprotocol/clientCapabilities"],
        json!({"elicitation": {"form": {}}, "sampling": {}, "roots": {}})
    );
}
