//! The tool: a wizard of forms. What comes next depends on what was said, and at the end the
//! person may go through it again.

use mrtr::{Choice, Form, ask, mrtr_tool};
use serde::{Deserialize, Serialize};

/// What a field can be is a type, with its rules: a form that breaks them is asked for again.
#[derive(Debug, Clone, Copy, Form, Serialize, Deserialize)]
pub struct Guests(#[form(min = 1, max = 12, default = 2)] u8);

#[derive(Debug, Clone, Copy, Choice, Serialize, Deserialize)]
pub enum Sitting {
    #[choice(title = "At six")]
    Early,
    #[choice(title = "At half past eight")]
    Late,
}

#[derive(Debug, Clone, Copy, PartialEq, Choice, Serialize, Deserialize)]
#[choice(rename_all = "kebab-case")]
pub enum Dish {
    Starter,
    MainCourse,
    Cheese,
    Dessert,
}

/// What the person decides at the end.
#[derive(Choice)]
pub enum Review {
    #[choice(title = "Book it")]
    Book,
    #[choice(title = "Start over")]
    StartOver,
}

/// Book a table.
#[mrtr_tool]
pub async fn book(
    /// The restaurant
    restaurant: String,
) -> mrtr::Result<String> {
    loop {
        let table = ask!(
            {
                /// The name that the table is booked under
                #[form(min_length = 1, max_length = 60)]
                name: String,
                /// How many of you?
                guests: Guests,
                #[form(title = "Which day?", format = "date")]
                day: String,
                #[form(title = "When?", default = Sitting::Late)]
                sitting: Sitting,
                /// Where a confirmation goes
                #[form(format = "email")]
                mail: Option<String>,
            },
            "Who comes to {restaurant}, and when?",
        )
        .accepted()?;

        // Only a large party has to choose beforehand.
        let menu = if table.guests.0 > 6 {
            let menu = ask!(
                {
                    #[form(title = "What do you eat?", min_items = 2, default = [Dish::MainCourse, Dish::Dessert])]
                    dishes: Vec<Dish>,
                },
                "For {} guests the kitchen needs to know what you eat.",
                table.guests.0,
            );
            menu.accepted()?.dishes
        } else {
            Vec::new()
        };

        let confirmation = table.mail.as_deref().unwrap_or("nobody");
        let review = ask!(
            Review,
            "{} on {} for {} guests ({:?}), {} dishes chosen; a confirmation goes to {confirmation}.",
            table.name,
            table.day,
            table.guests.0,
            table.sitting,
            menu.len(),
        );
        if let Review::Book = review.accepted()? {
            return Ok(format!(
                "{restaurant} expects {} guests of {} on {}.",
                table.guests.0, table.name, table.day
            ));
        }
    }
}
