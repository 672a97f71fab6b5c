//! The host's side: schedulers, queues and channels.

mod channels;
mod queues;
mod schedulers;
