//! JSON Schemas and TypeScript from the declarations, for `npm run gen`.

pub mod schema;
pub mod typescript;
