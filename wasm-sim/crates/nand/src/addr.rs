//! The four addresses of the field, as types that cannot be mixed up.

use serde::{Deserialize, Serialize};

/// The bit pattern of "no address" in the columns of tables and of the chip.
pub const NONE: u32 = u32::MAX;

macro_rules! address {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The address as an index into a column.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// `None` for the bit pattern [`NONE`], which columns use for "no address".
            #[inline]
            pub const fn from_column(raw: u32) -> Option<Self> {
                if raw == NONE { None } else { Some(Self(raw)) }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

address! {
    /// Logical page number: a page as the host sees it.
    Lpn
}
address! {
    /// Physical page number: `pbn * pages_per_block + offset`.
    Ppn
}
address! {
    /// Logical block number: `lpn / pages_per_block`.
    Lbn
}
address! {
    /// Physical block number: an erase block of the chip.
    Pbn
}
