// Flows that programs call. They are written once: `as_flow!` makes flows of them for the lowered
// twins, and leaves them as they are for the direct ones.

as_flow! {
    /// Asks for a number, whatever comes of it.
    pub async fn once(number: u64, log: &Log) -> u64 {
        log.note(format!("asked {number}"));
        let more = ask!(u8, key = "more", "{number} and?");
        log.note(format!("more {more:?}"));
        add(number, more.accepted().map_or(1, u64::from))
    }
}

as_flow! {
    /// Asks twice, with what it borrows.
    pub async fn twice(text: &str, mut number: u64, log: &Log) -> Result<u64, Fault> {
        let length = log.fx(1, text.len() as u64);
        number = add(number, length);
        if ask!(bool, key = "go", "{text} {number}?").accepted()? {
            number ^= 1;
            let extra = ask!(u8, key = "extra", "{text}: {number} and?").accepted()?;
            return Ok(add(number, u64::from(extra)));
        }
        log.note("not twice");
        Ok(number)
    }
}

as_flow! {
    /// Calls itself.
    pub async fn countdown(number: u64, log: &Log) -> u64 {
        if number == 0 {
            return log.fx(2, 5);
        }
        let mut sum = number;
        for round in 0..number {
            if ask!(bool, key = "down", "{number}.{round}").accepted().unwrap_or(false) {
                sum = add(sum, flow!(countdown(number - 1, log)));
            }
            log.note(format!("down {number}.{round} {sum}"));
        }
        sum
    }
}

as_flow! {
    /// One of two, of whatever type.
    pub async fn picked<T>(left: T, right: T, log: &Log) -> T
    where
        T: Debug + Clone + Serialize + DeserializeOwned + Send + Sync + 'static,
    {
        let both = (left.clone(), right.clone());
        match ask!(bool, key = "left", "{:?} or {right:?}?", both.0) {
            Answer::Accept(true) => left,
            Answer::Accept(false) => right,
            no => {
                log.note(format!("neither of {both:?}: {no:?}"));
                left
            }
        }
    }
}

as_flow! {
    /// Has no value, and a flow in it.
    pub async fn tell(number: u64, log: &Log) {
        let got = flow!(once(number, log));
        let _ = ask!(bool, key = "told", "{number} {got}!");
        log.note(format!("told {number}"));
    }
}

as_flow! {
    /// Has no step.
    pub async fn quiet(number: u64, log: &Log) -> u64 {
        log.fx(3, later(number).await)
    }
}
