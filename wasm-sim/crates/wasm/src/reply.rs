//! How a session answers, and how it dies.

pub use sim::answer::{answer, not_a_command};

/// After a panic the wasm memory is dead: the panic's message is thrown, and the caller starts a fresh worker.
pub fn throw_panics() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}
