//! The schemes: one published algorithm, one folder. They use parts, never each other.
//!
//! A folder holds the algorithm (`mod.rs`, with the paper's steps in its header) and its options (`options.rs`: what a scenario
//! may say, the fewest blocks, the RAM of the tables). The registry below makes of each a variant of [`Scheme`], [`FtlKind`] and
//! [`AnyFtl`].

mod any;
mod scheme;

/// The registry: each scheme with its name in scenarios, its folder, its type and its options. Hands all to a macro.
#[macro_export]
macro_rules! each_scheme {
    ($then:ident) => {
        $then! {
            Page "page" page PageMapped PageOptions,
            Bast "bast" bast Bast BastOptions,
            Fast "fast" fast Fast FastOptions,
            Kast "kast" kast Kast KastOptions,
            Last "last" last Last LastOptions,
            Superblock "superblock" superblock Superblock SuperblockOptions,
            Dftl "dftl" dftl Dftl DftlOptions,
            Replacement "replacement" replacement Replacement ReplacementOptions,
            Block "block" block BlockMapped BlockOptions,
        }
    };
}
use each_scheme;

macro_rules! folders {
    ($($kind:ident $name:literal $folder:ident $ftl:ident $options:ident,)*) => {
        $(
            mod $folder;
            pub use $folder::{$ftl, $options};
        )*
    };
}
each_scheme!(folders);

pub use any::AnyFtl;
pub use page::GcTrigger;
pub use scheme::{FtlKind, Scheme};
