//! Flash translation layers: events, context, parts and schemes.
