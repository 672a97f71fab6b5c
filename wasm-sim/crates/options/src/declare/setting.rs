//! Types that options can have.

use nand::Geometry;

use super::{Options, Type};
use crate::Value;

/// A type that options can have.
pub trait Setting: Sized {
    /// The kind of its values.
    const TYPE: Type;

    /// From a value of this type, which was checked; `None` only where the option may be left out and has no default.
    fn read(value: Option<Value>) -> Self;

    /// As a value; `None` where there is none.
    fn write(&self) -> Option<Value>;
}

/// Of another type than its field declares: the reader checks that. Its value is not told: to print numbers with a fraction takes twenty
/// kilobytes of the page's engine.
#[doc(hidden)]
#[track_caller]
pub fn unread(_: Option<&Value>) -> ! {
    unreachable!("not of the declared type")
}

impl Setting for u32 {
    const TYPE: Type = Type::Whole;

    fn read(value: Option<Value>) -> Self {
        match value {
            Some(Value::Whole(n)) => n,
            other => unread(other.as_ref()),
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Whole(*self))
    }
}

impl Setting for f64 {
    const TYPE: Type = Type::Number;

    fn read(value: Option<Value>) -> Self {
        match value {
            Some(Value::Number(n)) => n,
            other => unread(other.as_ref()),
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Number(*self))
    }
}

impl Setting for bool {
    const TYPE: Type = Type::Flag;

    fn read(value: Option<Value>) -> Self {
        match value {
            Some(Value::Flag(flag)) => flag,
            other => unread(other.as_ref()),
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Flag(*self))
    }
}

/// A time that scenarios give in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milliseconds {
    /// In nanoseconds, as the engine counts.
    pub ns: u64,
}

impl Setting for Milliseconds {
    const TYPE: Type = Type::Number;

    #[expect(clippy::cast_sign_loss, reason = "checked to be in range")]
    fn read(value: Option<Value>) -> Self {
        Self {
            ns: (f64::read(value) * 1e6 + 0.5) as u64,
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Number(self.ns as f64 / 1e6))
    }
}

/// Options in an object that may be left out. None of theirs may follow from the device.
impl<T: Options> Setting for Option<T> {
    const TYPE: Type = Type::Group(T::FIELDS);

    fn read(value: Option<Value>) -> Self {
        let nowhere = Geometry {
            blocks: 0,
            pages_per_block: 0,
            page_bytes: 0,
        };
        match value {
            None => None,
            Some(Value::Group(values)) => Some(T::read(&values, nowhere)),
            other => unread(other.as_ref()),
        }
    }

    fn write(&self) -> Option<Value> {
        self.as_ref().map(|options| Value::Group(options.write()))
    }
}
