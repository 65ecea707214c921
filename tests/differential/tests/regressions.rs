//! The smallest programs in which the two runs differed once, or the lowered one did not compile.

#![allow(warnings, clippy::all, clippy::pedantic)]

use mrtr_differential::{Program, check_all};

/// A test of one program, written as its lowered twin. Each question has a key of its own here.
macro_rules! same {
    ($name:ident($log:ident $(, $parameter:ident: $ty:ty)*) $body:tt) => {
        mod $name {
            mod lowered {
                use mrtr_differential::lowered::*;

                #[mrtr_tool]
                pub async fn flow($($parameter: $ty,)* $log: &Log) -> Outcome $body
            }
            mod direct {
                use mrtr_differential::direct::*;

                pub async fn flow($($parameter: $ty,)* $log: &Log) -> Outcome $body
            }

            pub const PROGRAM: super::Program = super::Program {
                seed: 1,
                source: stringify!($body),
                tool: lowered::flow,
                direct: |input, log| Box::pin(direct::flow($(input.$parameter,)* log)),
            };
        }

        #[test]
        fn $name() {
            check_all(&[$name::PROGRAM], 0);
        }
    };
}

// A spilled operand was taken for a guard, because its name begins with `_`.
same! { a_call_before_the_step_in_one_expression(log) {
    let sum = add(log.fx(1, 2), ask!(u8, key = "n", "n").accepted().map_or(3, u64::from));
    Ok(format!("{sum}"))
} }

// A receiver was moved to a temporary, because another operand calls a method of it too.
same! { one_receiver_before_and_behind_the_step(log, list: Vec<u64>) {
    let n = log.fx(1, add(log.fx(2, 3), ask!(u64, key = "n", "n").accepted().unwrap_or(4)));
    let mut list = list;
    let n = sum_of(&list, add(list.len() as u64, ask!(u64, key = "m", "m").accepted().unwrap_or(n)));
    list.push(n);
    Ok(format!("{list:?}"))
} }

// The new name's value went to the loop's next turn, because it was spelled like the old one's.
same! { a_jump_from_where_a_name_is_hidden(log, number: u64) {
    let mut count = 0;
    let kept = number;
    loop {
        count += 1;
        if count > 3 { break; }
        match some_if(count < 3, 77) {
            Some(kept) if kept > 9 => { log.fx(1, kept); continue; }
            _ => {}
        }
        let _ = ask!(bool, key = "go", "{kept}?");
    }
    Ok(format!("{kept}"))
} }

same! { names_that_are_hidden_twice_where_none_is_needed_again(log, number: u64) {
    let n = log.fx(1, number);
    let _ = ask!(bool, key = "a", "{n}");
    {
        let n = n + 1;
        let _ = ask!(bool, key = "b", "{n}");
        {
            let n = n + 1;
            log.fx(2, n);
        }
    }
    Ok(format!("{n}"))
} }

// The annotation was lost where the declaration was moved to the assignment.
same! { the_type_of_a_late_local_is_the_annotated_one(log) {
    let late: u8;
    let _ = ask!(bool, key = "a", "a");
    late = 200;
    log.show(1, &late);
    Ok(format!("{}", late.wrapping_add(100)))
} }

// Each declaration had a type of its own.
same! { a_late_local_has_one_type(log) {
    let mut late;
    late = 1u8;
    log.show(1, &late);
    let _ = ask!(bool, key = "a", "a");
    late = 200;
    log.show(2, &late);
    Ok(format!("{late}"))
} }

// The declaration stayed where nothing said which type it has.
same! { a_late_local_is_declared_far_from_its_value(log, text: String) {
    let late;
    let _ = ask!(bool, key = "a", "a");
    late = text;
    Ok(late)
} }

// It was carried over the step, where it has no value yet.
same! { a_late_local_gets_its_value_in_native_code(log, number: u64) {
    let late: u64;
    let _ = ask!(bool, key = "a", "a");
    if number > 5 { late = 1; } else { late = 2 }
    let _ = ask!(bool, key = "b", "b");
    let other;
    loop {
        let stop = ask!(u8, key = "c", "c") != Answer::Accept(0);
        if stop { other = late; break; }
    }
    Ok(format!("{late} {other}"))
} }

// It was not carried, because nobody reads it.
same! { a_local_is_assigned_and_not_read(log, number: u64) {
    let mut last = Some(number);
    log.fx(1, last);
    let _ = ask!(bool, key = "a", "a");
    last = None;
    Ok(String::new())
} }

// The slot of a state that takes nothing had no type.
same! { a_loop_behind_which_nothing_is_needed(log) {
    let mut count = 0;
    loop {
        if count >= 2 { break; }
        count += ask!(u64, key = "n", "n").accepted().map_or(1, |_| 1);
    }
    let _ = ask!(bool, key = "go", "go");
    Ok(String::new())
} }

// Code that nothing reaches could not name its locals.
same! { steps_that_nothing_reaches(log, number: u64) {
    let word = "word";
    if number > 5 {
        let _ = ask!(bool, key = "a", "a");
        return Ok("more".to_owned());
    } else {
        return Ok("less".to_owned());
    }
    let _ = ask!(bool, key = "b", "{word}");
    Ok(word.to_owned())
} }

// A jump in a guard was left as a placeholder.
same! { a_guard_that_goes_on_with_the_loop(log, list: Vec<u64>) {
    let mut list = list;
    while let Some(item) = list.pop() {
        match item {
            n if { if log.fx(1, n) % 2 == 0 { continue; } n > 3 } => {
                let _ = ask!(bool, key = "a", "{n}");
            }
            n => log.note(n),
        }
    }
    Ok(format!("{list:?}"))
} }

// `{type}` was not known to mean `r#type`.
same! { a_raw_name_in_a_text(log, number: u64) {
    let r#type = log.fx(1, number);
    let _ = ask!(bool, key = "a", "{type}?");
    Ok(format!("{type}"))
} }

// What is behind it was left out.
same! { a_return_that_is_not_there(log, number: u64) {
    #[cfg(any())]
    return Err(Fault::Told("not there".to_owned()));
    let _ = ask!(bool, key = "a", "{number}?");
    Ok("there".to_owned())
} }

// Items are seen in all of their block, and nowhere else.
same! { an_item_of_the_body_and_one_of_an_inner_block(log) {
    log.fx(1, LIMIT);
    {
        const LIMIT: u64 = 3;
        log.fx(2, LIMIT);
    }
    let _ = ask!(bool, key = "a", "{LIMIT}?");
    const LIMIT: u64 = 5;
    Ok(format!("{LIMIT}"))
} }

// What a fresh local is made of did not come to the call that it has to go over.
same! { what_a_fresh_local_is_made_of_goes_over_a_call(log, number: u64) {
    match some_if(number < 1000, 6) {
        Some(left) if left % 2 == 0 => {
            let opaque = fresh! { Opaque::new(left) };
            let got = flow!(once(3, log));
            Ok(format!("{got} {}", opaque.value()))
        }
        _ => Ok(String::new()),
    }
} }

// A body whose only step cannot be reached was emitted as it is.
same! { the_only_step_is_never_reached(log, number: u64) {
    let mut count = 0;
    while count < 2 {
        count += 1;
        let _n = if number > count {
            log.note("more");
            continue;
            ask!(u8, key = "n", "n").accepted().map_or(3, u64::from)
        } else {
            continue;
        };
    }
    Ok(format!("{count}"))
} }

// A name in the new value was taken for the local that it hides there.
same! { a_name_that_is_hidden_in_the_value_that_replaces_it(log, text: String, number: u64) {
    let mut text = text;
    let mut count = 0;
    loop {
        count += 1;
        log.take(text);
        if count > 2 || ask!(bool, key = "n", "n").accepted().unwrap_or(false) { break; }
        text = match number % 3 {
            0 => { let text = log.fx(1, number); format!("{text}") }
            text => format!("{text}!"),
        };
    }
    Ok(format!("{count}"))
} }

// What both ways leave behind was taken for reachable.
same! { nothing_comes_behind_two_ways_that_leave(log, number: u64) {
    let mut count = 0;
    while count < 3 {
        count += 1;
        let late: Option<u64>;
        let _ = ask!(bool, key = "a", "{count}");
        if ask!(bool, key = "b", "b").accepted().unwrap_or(false) {
            log.note("on".to_owned());
            continue;
        } else {
            return Ok(format!("{number}"));
        }
        let Some(n) = some_if(count > 1, number) else {
            return Ok(format!("{late:?}"));
        };
        log.fx(1, n);
    }
    Ok(format!("{count}"))
} }

// A field was read behind what moves its local away.
same! { a_field_before_its_local_is_moved_in_one_expression(log, pair: Pair, number: u64) {
    let (left, rest) = (pair.left, {
        let kept = if number > 5 {
            drop(pair);
            3
        } else {
            add(pair.left, ask!(u64, key = "n", "n").accepted().unwrap_or(4))
        };
        kept + 1
    });
    Ok(format!("{left} {rest}"))
} }

// It was carried though it was moved away, because another value is assigned to it.
same! { a_local_is_moved_before_and_replaced_behind_the_step(log, text: String) {
    let mut text = text;
    let mut opaque = Opaque::new(1);
    let mut count = 0;
    loop {
        count += 1;
        log.take(text);
        log.fx(1, opaque.value());
        match ask!(u8, key = "n", "n") {
            Answer::Accept(n) if n > 9 => text = format!("{n}"),
            Answer::Accept(_) if count > 2 => break,
            other => text = format!("{other:?}"),
        }
        opaque = Opaque::new(count);
    }
    text = String::new();
    Ok(format!("{count}{text}"))
} }
