//! Three builds of one tool. What differs between two of them is what a deploy would have changed.

/// The build that everything starts with.
pub mod first {
    use mrtr::{ask, mrtr_tool};

    use crate::bank::Bank;

    /// Move money.
    #[mrtr_tool(once, name = "transfer")]
    pub async fn transfer(number: u64, bank: &Bank) -> mrtr::Result<String> {
        let fee = number % 7;
        let sure = ask!(bool, "Move {number}, for {fee}?").accepted()?;
        bank.take(number, fee + u64::from(sure)).await?;
        let memo = ask!(String, "What for?").accepted()?;
        bank.give(number, &memo).await?;
        Ok(format!("moved {number}, for {fee}: {memo}"))
    }
}

/// The fee is computed otherwise, and the question has another text: nothing of that is behind a
/// question that waits, so state of the first build goes on here, and the other way round.
pub mod compatible {
    use mrtr::{ask, mrtr_tool};

    use crate::bank::Bank;

    /// Move money, and say what it costs.
    #[mrtr_tool(once, name = "transfer")]
    pub async fn transfer(number: u64, bank: &Bank) -> mrtr::Result<String> {
        let fee = (number % 7).min(3);
        let sure = ask!(bool, "Really move {number}? It costs {fee}.").accepted()?;
        bank.take(number, fee + u64::from(sure)).await?;
        let memo = ask!(String, "What for?").accepted()?;
        bank.give(number, &memo).await?;
        Ok(format!("moved {number}, for {fee}: {memo}"))
    }
}

/// What is done after the last question is different: state that waits there was made for other
/// code, and is refused.
pub mod incompatible {
    use mrtr::{ask, mrtr_tool};

    use crate::bank::Bank;

    /// Move money, and say what it costs.
    #[mrtr_tool(once, name = "transfer")]
    pub async fn transfer(number: u64, bank: &Bank) -> mrtr::Result<String> {
        let fee = (number % 7).min(3);
        let sure = ask!(bool, "Really move {number}? It costs {fee}.").accepted()?;
        bank.take(number, fee + u64::from(sure)).await?;
        let memo = ask!(String, "What for?").accepted()?;
        bank.give(number, memo.trim()).await?;
        Ok(format!("{number} is there, for {fee}: {memo}"))
    }
}
