//! The same with a real browser: Chromium, without a window, driven by `chromedriver`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::example::{Example, KEY, page_of};

/// The program that drives Chromium.
struct Driver {
    process: Child,
    address: String,
}

impl Driver {
    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is installed: Debian's package is `chromium-driver`");
        let lines = BufReader::new(process.stdout.take().expect("stdout")).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let said = line.strip_prefix("ChromeDriver was started successfully on port ")?;
                said.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("a port");
        Self {
            process,
            address: format!("http://127.0.0.1:{port}"),
        }
    }

    /// A browser of somebody's own: a new profile, without cookies.
    async fn browser(&self) -> Client {
        let arguments = [
            "--headless=new",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            // Where the tests run as root, Chromium has no sandbox to offer.
            "--no-sandbox",
        ];
        let capabilities = json!({"goog:chromeOptions": {"args": arguments}});
        let capabilities = capabilities.as_object().expect("an object").clone();
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.address)
            .await
            .expect("a browser")
    }

    /// A browser in which somebody is signed in at the page's site.
    async fn signed_in(&self, example: &Example, name: &str) -> Client {
        let browser = self.browser().await;
        let sign_in = format!("{}/sign-in?name={name}", example.base);
        browser.goto(&sign_in).await.expect("a page");
        assert_eq!(shown(&browser).await, "You are signed in.");
        browser
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It is gone already where this fails.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the person sees.
async fn shown(browser: &Client) -> String {
    let body = browser.wait().for_element(Locator::Css("body")).await;
    body.expect("a page").text().await.expect("its text")
}

async fn has_form(browser: &Client) -> bool {
    let forms = browser.find_all(Locator::Css("form")).await;
    !forms.expect("a page").is_empty()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver; `.ci/run` installs them"]
async fn a_key_that_is_entered_in_a_browser_never_passes_the_client() {
    let (driver, mut example) = (Driver::start(), Example::start());
    let asked = example.call("ann", None);
    let (url, _) = page_of(&asked);

    let browser = driver.signed_in(&example, "ann").await;
    browser.goto(url).await.expect("a page");
    let field = browser.find(Locator::Css("input[name=key]")).await;
    let field = field.expect("a field for the key");
    assert_eq!(
        field.attr("type").await.expect("an answer").as_deref(),
        Some("password")
    );
    field.send_keys(KEY).await.expect("it takes keys");
    let button = browser.find(Locator::Css("button")).await;
    button.expect("a button").click().await.expect("it works");
    let stored = Locator::XPath("//p[contains(., 'Stored')]");
    browser
        .wait()
        .for_element(stored)
        .await
        .expect("it is stored");
    browser.close().await.expect("it ends");

    let ended = example.call("ann", Some((&asked, "accept")));
    assert_eq!(
        ended["result"]["content"][0]["text"], "2 invoices in 2026-07, with a key of 15 characters",
        "{ended}"
    );
    assert!(!example.said.contains(KEY));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver; `.ci/run` installs them"]
async fn the_browser_of_somebody_else_is_refused() {
    let (driver, mut example) = (Driver::start(), Example::start());
    // Mallory makes the call, and sends the link to Ann, who would enter her key for it.
    let asked = example.call("mallory", None);
    let (url, _) = page_of(&asked);
    let browser = driver.signed_in(&example, "ann").await;
    browser.goto(url).await.expect("a page");
    let page = shown(&browser).await;
    assert!(page.contains("somebody else"), "{page}");
    assert!(!has_form(&browser).await, "{page}");
    browser.close().await.expect("it ends");

    // Nor is there a form for somebody who is not signed in.
    let browser = driver.browser().await;
    browser.goto(url).await.expect("a page");
    let page = shown(&browser).await;
    assert!(page.contains("sign in"), "{page}");
    assert!(!has_form(&browser).await, "{page}");
    browser.close().await.expect("it ends");

    let again = example.call("mallory", Some((&asked, "accept")));
    assert_eq!(again["result"]["resultType"], "input_required", "{again}");
}
