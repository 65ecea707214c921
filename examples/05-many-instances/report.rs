//! What came of it all, and whether it is what was promised.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::bank::{Effect, Ledger};
use crate::client::{Ended, Why};

pub struct Report {
    pub ended: Vec<Transfer>,
    pub changes: Vec<&'static str>,
    /// For each change: whether what waits meanwhile goes on afterwards.
    pub keeps: Vec<bool>,
    pub resent: u64,
    pub kills: u32,
    pub ledger: Ledger,
    pub took: Duration,
}

pub struct Transfer {
    /// The changes, from 1, that were the last ones or under way while it was: 0 is before the first.
    pub changes: RangeInclusive<usize>,
    pub ended: Ended,
}

const EFFECTS: [Effect; 2] = [Effect::Take, Effect::Give];

impl Report {
    fn transfers(&self) -> impl Iterator<Item = Ended> {
        self.ended.iter().map(|transfer| transfer.ended)
    }

    /// How many effects a transfer had.
    fn effects(&self, ended: Ended) -> u32 {
        let effects = EFFECTS.into_iter();
        effects
            .map(|effect| self.ledger.count(ended.number, effect))
            .sum()
    }

    fn count(&self, why: Option<Why>) -> usize {
        self.transfers().filter(|it| it.why == why).count()
    }

    /// Effects whose round was answered, and which are not there.
    fn lost(&self) -> u32 {
        let missing = |it: Ended| it.answered.saturating_sub(self.effects(it));
        self.transfers().map(missing).sum()
    }

    /// Effects of a round that was refused because of its state: nothing of it may have run.
    fn done_though_refused(&self) -> u32 {
        self.transfers()
            .filter(|it| it.why == Some(Why::State))
            .map(|it| self.effects(it).saturating_sub(it.answered))
            .sum()
    }

    /// State that was refused though its code and its key were there all the time.
    fn refused_wrongly(&self) -> usize {
        let keeps = |change: usize| change.checked_sub(1).is_none_or(|last| self.keeps[last]);
        self.ended
            .iter()
            .filter(|it| it.ended.why == Some(Why::State) && it.changes.clone().all(keeps))
            .count()
    }

    /// What was promised and did not hold; empty where all did.
    pub fn broken(&self) -> Vec<String> {
        let refused_as_promised = self.count(Some(Why::State)) > 0;
        let promises = [
            (self.ledger.twice() == 0, "an effect happened twice"),
            (self.lost() == 0, "an effect was lost"),
            (
                self.done_though_refused() == 0,
                "a round that was refused had an effect",
            ),
            (
                self.refused_wrongly() == 0,
                "state was refused without a reason",
            ),
            (refused_as_promised, "no state of other code was refused"),
            (self.kills > 0, "no instance was killed"),
        ];
        let broken = promises.iter().filter(|(holds, _)| !holds);
        broken.map(|(_, what)| (*what).to_owned()).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finished = self.count(None);
        let (state, interrupted) = (
            self.count(Some(Why::State)),
            self.count(Some(Why::Interrupted)),
        );
        writeln!(f, "flows        {}", self.ended.len())?;
        writeln!(f, "finished     {finished}")?;
        writeln!(
            f,
            "refused      {} (other code: {state}, interrupted: {interrupted})",
            state + interrupted
        )?;
        writeln!(f, "kills        {} (SIGKILL)", self.kills)?;
        writeln!(f, "sent again   {}", self.resent)?;
        writeln!(f, "rolled to    {}", self.changes.join(", "))?;
        writeln!(
            f,
            "effects      {} (twice: {}, lost: {})",
            self.ledger.len(),
            self.ledger.twice(),
            self.lost()
        )?;
        writeln!(f, "took         {:.1} s", self.took.as_secs_f64())
    }
}
