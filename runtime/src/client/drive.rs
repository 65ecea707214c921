//! Driving a call to its end.

use std::time::Duration;

use rmcp::model::InputResponses;
use tokio::time::{sleep, timeout};
use tracing::Instrument as _;

use super::call::{Call, observed};
use super::error::{CallError, CallErrorKind};
use super::operation::Operation;
use super::pending::Interim;
use super::reply::Reply;
use super::respond;

/// The longest pause before a call is sent again that has nothing new to say.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

pub(super) async fn to_the_end<O: Operation>(
    mut call: Call<'_, O>,
) -> Result<O::Result, CallError> {
    let span = call.begin();
    observed(span, driven(call)).await
}

async fn driven<O: Operation>(mut call: Call<'_, O>) -> Result<O::Result, CallError> {
    let (mut interim, answers) = call.start.take().unzip();
    let answers = answers.unwrap_or_default();
    // The round is kept outside of what may be cut short, so that every error can hold it.
    let rounds = rounds(&call, &mut interim, answers);
    let result = match call.limits.max_total_timeout {
        Some(time) => match timeout(time, rounds).await {
            Ok(result) => result,
            Err(_) => Err(CallErrorKind::TotalTimeout(time)),
        },
        None => rounds.await,
    };
    result.map_err(|kind| CallError::new(kind, interim))
}

async fn rounds<O: Operation>(
    call: &Call<'_, O>,
    interim: &mut Option<Interim>,
    mut given: InputResponses,
) -> Result<O::Result, CallErrorKind> {
    let mut uneventful = 0;
    loop {
        let answers = match &*interim {
            None => None,
            Some(round) => {
                let answers = answers(call, round, std::mem::take(&mut given)).await?;
                uneventful = if round.has_nothing_new() {
                    uneventful + 1
                } else {
                    0
                };
                sleep(pause(uneventful)).await;
                answers
            }
        };
        match call.request(interim.as_ref(), answers).await? {
            Reply::Complete(result) => return Ok(result),
            Reply::Asked(asked) => *interim = Some(Interim::after(interim.as_ref(), asked)),
        }
    }
}

async fn answers<O: Operation>(
    call: &Call<'_, O>,
    round: &Interim,
    given: InputResponses,
) -> Result<Option<InputResponses>, CallErrorKind> {
    let limits = &call.limits;
    if !limits.auto_fulfill {
        return Err(CallErrorKind::NotAutomatic);
    }
    if let Some(most) = limits.max_rounds.filter(|most| round.round > *most) {
        return Err(CallErrorKind::TooManyRounds(most));
    }
    if let Some(most) = limits.max_questions.filter(|most| round.count() > *most) {
        return Err(CallErrorKind::TooManyQuestions(most));
    }
    let keys: Vec<&str> = round.questions().map(|(key, _)| key).collect();
    let span = tracing::info_span!("answer", round = round.round, questions = ?keys);
    let answers = respond::round(call.answerer, &call.server, round, given).instrument(span);
    let answers = match limits.round_timeout {
        Some(time) => timeout(time, answers)
            .await
            .map_err(|_| CallErrorKind::RoundTimeout(time))?,
        None => answers.await,
    };
    answers.map_err(|(key, reason)| CallErrorKind::Unanswered { key, reason })
}

/// The pause after so many rounds in a row with nothing new: none after the first, then longer
/// each time.
fn pause(uneventful: u32) -> Duration {
    match uneventful {
        0 | 1 => Duration::ZERO,
        more => LONGEST_PAUSE.min(Duration::from_millis(50) * 2_u32.saturating_pow(more - 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_with_nothing_new_is_answered_at_once_and_then_ever_later() {
        let millis: Vec<u128> = [0, 1, 2, 3, 4, 40].map(|n| pause(n).as_millis()).into();
        assert_eq!(millis, [0, 0, 50, 100, 200, 2000]);
    }
}
