//! The program `mrtr`, without a terminal and in front of a person.

#[cfg(unix)]
mod hostile;
mod inspect;
#[cfg(unix)]
mod person;
mod scripts;
mod shop;
mod waiting;
