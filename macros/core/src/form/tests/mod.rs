mod errors;
mod expansion;
