//! What `npm run gen` writes from the declarations: JSON Schemas and TypeScript.

pub mod schema;
pub mod typescript;
