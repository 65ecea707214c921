//! Which field asks for a secret.
//!
//! A form's answer passes through the client, its logs and perhaps its model.
//! Spec: *client/elicitation*, security: no sensitive data in form mode.

/// Words, one after another, that name a secret wherever they stand.
const SECRETS: [&[&str]; 26] = [
    &["access", "key"],
    &["access", "token"],
    &["api", "key"],
    &["apikey"],
    &["api", "token"],
    &["auth", "token"],
    &["card", "number"],
    &["credentials"],
    &["credit", "card"],
    &["cvc"],
    &["cvv"],
    &["debit", "card"],
    &["encryption", "key"],
    &["passcode"],
    &["passphrase"],
    &["passwd"],
    &["password"],
    &["pin", "code"],
    &["private", "key"],
    &["pwd"],
    &["refresh", "token"],
    &["secret", "key"],
    &["security", "code"],
    &["social", "security"],
    &["ssh", "key"],
    &["ssn"],
];

/// Words that name a secret only as the last one: `client_secret`, not `secret_santa`.
const LAST: [&str; 5] = ["pin", "secret", "token", "otp", "totp"];

/// A last word that makes the whole ask about a secret, not for it: `password_length`.
const ABOUT: [&str; 18] = [
    "age", "count", "days", "enabled", "expiry", "hint", "id", "kind", "length", "limit", "name",
    "path", "policy", "required", "rotation", "size", "strength", "type",
];

/// The words in `text` that ask for a secret.
pub(super) fn asked_for(text: &str) -> Option<String> {
    let words = words(text);
    let last = words.last()?;
    if ABOUT.contains(&last.as_str()) {
        return None;
    }
    if LAST.contains(&last.as_str()) {
        return Some(last.clone());
    }
    SECRETS
        .iter()
        .find(|secret| {
            words.windows(secret.len()).any(|window| {
                window
                    .iter()
                    .zip(**secret)
                    .all(|(word, name)| is(word, name))
            })
        })
        .map(|secret| secret.join(" "))
}

fn is(word: &str, name: &str) -> bool {
    word == name || word.strip_suffix('s') == Some(name)
}

/// The words of a name or of a label, in lower case.
///
/// ```text
/// Input:  new_password2    userAPIKey       Card number
/// Output: new password     user api key     card number
/// ```
fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = vec![String::new()];
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let starts_a_word = c.is_uppercase()
            && (before.is_some_and(|before| before.is_lowercase())
                || after.is_some_and(|after| after.is_lowercase()));
        if starts_a_word || !c.is_alphabetic() {
            words.push(String::new());
        }
        if c.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{asked_for, words};

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(words("new_password2"), ["new", "password"]);
        assert_eq!(words("userAPIKey"), ["user", "api", "key"]);
        assert_eq!(words("apiKEY"), ["api", "key"]);
        assert_eq!(
            words("Card number (16 digits)"),
            ["card", "number", "digits"]
        );
        assert_eq!(words("api-key"), ["api", "key"]);
        assert_eq!(words("__"), [""; 0]);
    }

    #[test]
    fn secrets() {
        for name in [
            "password",
            "passwords",
            "new_password",
            "password2",
            "password_again",
            "userPassword",
            "db_pwd",
            "passphrase",
            "api_key",
            "API key",
            "apiKey",
            "apikey",
            "access_token",
            "access_tokens",
            "github_token",
            "token",
            "client_secret",
            "private_key",
            "ssh_private_key_pem",
            "card_number",
            "credit_card",
            "cvv",
            "pin",
            "pin_code",
            "ssn",
            "Social Security Number",
        ] {
            assert!(asked_for(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_only_sounds_like_one() {
        for name in [
            "",
            "token_count",
            "max_tokens",
            "tokenizer",
            "password_length",
            "api_key_name",
            "secret_santa",
            "pinned",
            "pin_message",
            "spin",
            "keyboard",
            "key",
            "public_key",
            "card",
            "number",
            "passenger",
            "bypass_word",
            "assn",
            "private",
        ] {
            assert_eq!(asked_for(name), None, "{name}");
        }
    }
}
