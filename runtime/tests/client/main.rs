//! The program `mrtr`, without a terminal and in front of a person.

#[cfg(unix)]
mod hostile;
mod inspect;
#[cfg(unix)]
mod pages;
#[cfg(unix)]
mod person;
#[cfg(unix)]
mod scripted;
mod scripts;
mod shop;
mod waiting;
