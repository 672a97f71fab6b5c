//! Block traces: formats in, columns and statistics out.
