//! What the client does in one run: arguments, answers, and how it gives them.

use serde_json::{Map, Value, json};

use crate::world::{Answer, Detail, Pair, Size};

/// The arguments, of which a flow takes some.
#[derive(Debug, Clone)]
pub struct Input {
    /// A number.
    pub number: u64,
    /// A text.
    pub text: String,
    /// Numbers.
    pub list: Vec<u64>,
    /// Both.
    pub pair: Pair,
}

/// Decides what a client does.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    state: u64,
    /// How many answers out of a hundred are no data.
    refusals: u64,
}

impl Script {
    /// The script of this number.
    pub(crate) fn new(number: u64) -> Self {
        let refusals = [0, 10, 30, 60][usize::try_from(number % 4).unwrap_or_default()];
        Self {
            state: number,
            refusals,
        }
    }

    pub(crate) fn input(&mut self) -> Input {
        let list = (0..self.below(4)).map(|_| self.below(12)).collect();
        Input {
            number: self.below(12),
            text: self.text(),
            list,
            pair: Pair {
                left: self.below(12),
                right: self.text(),
            },
        }
    }

    /// An answer, and what it is on the wire.
    pub(crate) fn answer<T: Asked>(&mut self) -> (Answer<T>, Value) {
        if self.below(100) >= self.refusals {
            let (data, content) = T::draw(self);
            (
                Answer::Accept(data),
                json!({"action": "accept", "content": content}),
            )
        } else if self.below(2) == 0 {
            (Answer::Decline, json!({"action": "decline"}))
        } else {
            (Answer::Cancel, json!({"action": "cancel"}))
        }
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % end
    }

    fn text(&mut self) -> String {
        let texts = ["", "a", "Zoë {}", "two words"];
        texts[usize::try_from(self.below(4)).unwrap_or_default()].to_owned()
    }
}

impl Input {
    pub(crate) fn to_arguments(&self) -> Map<String, Value> {
        let arguments = json!({
            "number": self.number, "text": self.text, "list": self.list, "pair": self.pair,
        });
        match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        }
    }
}

/// Data that a script can make up.
pub trait Asked: Sized {
    /// The data, and the content of the accepted form.
    #[allow(private_interfaces, reason = "only scripts call it")]
    fn draw(script: &mut Script) -> (Self, Value);
}

macro_rules! drawn {
    ($($ty:ty: $draw:expr;)*) => {$(
        impl Asked for $ty {
            #[allow(private_interfaces, reason = "only scripts call it")]
            fn draw(script: &mut Script) -> (Self, Value) {
                let draw: fn(&mut Script) -> $ty = $draw;
                let data = draw(script);
                let content = json!({"answer": data});
                (data, content)
            }
        }
    )*};
}

drawn! {
    bool: |script| script.below(2) == 0;
    u8: |script| u8::try_from(script.below(14) * 17).unwrap_or_default();
    u64: |script| script.below(14);
    String: Script::text;
}

impl Asked for Size {
    #[allow(private_interfaces, reason = "only scripts call it")]
    fn draw(script: &mut Script) -> (Self, Value) {
        let (size, name) = match script.below(3) {
            0 => (Self::Small, "Small"),
            1 => (Self::Medium, "Medium"),
            _ => (Self::Large, "Large"),
        };
        (size, json!({"answer": name}))
    }
}

impl Asked for Detail {
    #[allow(private_interfaces, reason = "only scripts call it")]
    fn draw(script: &mut Script) -> (Self, Value) {
        let note = (script.below(2) == 0).then(|| script.below(12));
        let detail = Self {
            count: script.below(12),
            label: script.text(),
            urgent: script.below(2) == 0,
            note,
        };
        let mut content = json!({
            "count": detail.count, "label": detail.label, "urgent": detail.urgent,
        });
        if let Some(note) = note {
            content["note"] = note.into();
        }
        (detail, content)
    }
}
