//! Writes values as JSON text. It cannot fail, so that no caller carries code for a failure.

use std::convert::Infallible;
use std::fmt::{self, Write};

use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// A value as JSON without blanks. Numbers are the shortest digits that read back the same; what is no number
/// (infinite, undefined) is `null`, as `serde_json` has it.
pub fn text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut writer = Writer(String::new());
    let Ok(()) = value.serialize(&mut writer);
    writer.0
}

/// An error that never is: only a hand-written `Serialize` could raise one, and none does.
#[derive(Debug)]
struct Never(Infallible);

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(message: T) -> Self {
        panic!("cannot be written as JSON: {message}")
    }
}

type Done = Result<(), Never>;

struct Writer(String);

impl Writer {
    /// The comma before a member or an element that is not the first.
    fn separate(&mut self) {
        if !self.0.ends_with(['{', '[']) {
            self.0.push(',');
        }
    }

    fn key(&mut self, key: &str) {
        self.separate();
        self.string(key);
        self.0.push(':');
    }

    fn string(&mut self, text: &str) {
        self.0.push('"');
        for c in text.chars() {
            let short = match c {
                '"' | '\\' => c,
                '\n' => 'n',
                '\r' => 'r',
                '\t' => 't',
                '\u{8}' => 'b',
                '\u{c}' => 'f',
                '\0'..' ' => {
                    self.print(format_args!("\\u{:04x}", c as u32));
                    continue;
                }
                _ => {
                    self.0.push(c);
                    continue;
                }
            };
            self.0.push('\\');
            self.0.push(short);
        }
        self.0.push('"');
    }

    /// The shortest digits that read back the same, laid out as the standard library's `{:?}`. (That itself is twenty
    /// kilobytes of code.) It takes an exponent below 1e-4, `ryu` below 1e-5; above they agree.
    fn float(&mut self, v: f64) {
        let mut digits = ryu::Buffer::new();
        let text = digits.format_finite(v);
        let (sign, number) = match text.strip_prefix('-') {
            Some(number) => ("-", number),
            None => ("", text),
        };
        self.0.push_str(sign);
        match number.strip_prefix("0.0000") {
            Some(digits) => {
                for (i, digit) in digits.chars().enumerate() {
                    if i == 1 {
                        self.0.push('.');
                    }
                    self.0.push(digit);
                }
                self.0.push_str("e-5");
            }
            None => self.0.push_str(number),
        }
    }

    fn print(&mut self, text: fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("a string takes any text");
    }

    fn open(&mut self, variant: Option<&str>, bracket: char) -> Compound<'_> {
        if let Some(variant) = variant {
            self.0.push('{');
            self.key(variant);
        }
        self.0.push(bracket);
        Compound {
            close: if bracket == '{' { "}" } else { "]" },
            wrapped: variant.is_some(),
            writer: self,
        }
    }
}

/// An object or a list that is open.
struct Compound<'a> {
    writer: &'a mut Writer,
    close: &'static str,
    /// Whether it stands in an object with the name of its variant.
    wrapped: bool,
}

impl Compound<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.writer.separate();
        value.serialize(&mut *self.writer)
    }

    fn member<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Done {
        self.writer.key(key);
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.0.push_str(self.close);
        if self.wrapped {
            self.writer.0.push('}');
        }
    }
}

macro_rules! integers {
    ($($method:ident $type:ty, $wide:ident $wider:ty;)*) => { $(
        fn $method(self, v: $type) -> Done {
            self.$wide(<$wider>::from(v))
        }
    )* };
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    integers! {
        serialize_u8 u8, serialize_u64 u64;
        serialize_u16 u16, serialize_u64 u64;
        serialize_u32 u32, serialize_u64 u64;
        serialize_i8 i8, serialize_i64 i64;
        serialize_i16 i16, serialize_i64 i64;
        serialize_i32 i32, serialize_i64 i64;
        serialize_f32 f32, serialize_f64 f64;
    }

    fn serialize_u64(self, v: u64) -> Done {
        self.print(format_args!("{v}"));
        Ok(())
    }

    fn serialize_i64(self, v: i64) -> Done {
        self.print(format_args!("{v}"));
        Ok(())
    }

    fn serialize_f64(self, v: f64) -> Done {
        if v.is_finite() {
            self.float(v);
            Ok(())
        } else {
            self.serialize_unit()
        }
    }

    fn serialize_bool(self, v: bool) -> Done {
        self.0.push_str(if v { "true" } else { "false" });
        Ok(())
    }

    fn serialize_char(self, v: char) -> Done {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Done {
        self.string(v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Done {
        self.collect_seq(v)
    }

    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        let mut object = self.open(None, '{');
        object.member(variant, value)?;
        object.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'a>, Never> {
        Ok(self.open(None, '['))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'a>, Never> {
        Ok(self.open(None, '['))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Never> {
        Ok(self.open(None, '['))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Never> {
        Ok(self.open(Some(variant), '['))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'a>, Never> {
        Ok(self.open(None, '{'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Never> {
        Ok(self.open(None, '{'))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Never> {
        Ok(self.open(Some(variant), '{'))
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident)*) => { $(
        impl $trait for Compound<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                self.element(value)
            }

            fn end(self) -> Done {
                self.close();
                Ok(())
            }
        }
    )* };
}

lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! objects {
    ($($trait:ident)*) => { $(
        impl $trait for Compound<'_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
                self.member(key, value)
            }

            fn end(self) -> Done {
                self.close();
                Ok(())
            }
        }
    )* };
}

objects! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        let key = text(key);
        // Numbers are keys in quotes.
        match key.strip_prefix('"') {
            Some(_) => {
                self.writer.separate();
                self.writer.0.push_str(&key);
                self.writer.0.push(':');
            }
            None => self.writer.key(&key),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Done {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    enum Any {
        Unit,
        New(u8),
        Pair(i32, f64),
        Named { a: Option<char> },
    }

    #[test]
    fn floats_are_laid_out_as_the_standard_library_does() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut floats = vec![
            0.0, -0.0, 1.0, 1e15, 1e16, 1.5e16, 1e21, 1e-3, 1e-4, 1e-5, 1.5e-5,
        ];
        floats.extend([
            f64::MIN_POSITIVE,
            f64::MAX,
            9.9999e-5,
            1e-6,
            4.72,
            0.1 + 0.2,
        ]);
        let mut next = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            random >> 11
        };
        for _ in 0..20_000 {
            floats.push((next() >> 20) as f64 / 10f64.powi((next() >> 32) as i32 % 24));
        }
        for v in floats {
            for v in [v, -v] {
                assert_eq!(text(&v), format!("{v:?}"));
            }
        }
        // Where two numbers with the fewest digits are equally near, either will do.
        for _ in 0..20_000 {
            let v = f64::from_bits(next() << 11 | next() & 0x7ff);
            if v.is_finite() {
                assert_eq!(text(&v).parse(), Ok(v));
                assert_eq!(text(&v).len(), format!("{v:?}").len());
            }
        }
    }

    #[test]
    fn text_is_that_of_serde_json() {
        let keys: std::collections::BTreeMap<u32, &str> =
            [(5, "a\"\\\n\u{1}é\u{1f600}"), (7, "")].into();
        let value = (
            [
                Any::Unit,
                Any::New(3),
                Any::Pair(-4, 2000.0),
                Any::Named { a: None },
            ],
            keys,
            (f64::NAN, 0.1, 1e21, 1e-7, -0.0, 123_456_789.25),
            ((), "x,[", Vec::<u8>::new(), u64::MAX, true),
            Any::Named { a: Some('/') },
        );
        // Exponents may be spelt otherwise, numbers are the same.
        let ours: serde_json::Value = serde_json::from_str(&text(&value)).unwrap();
        assert_eq!(ours, serde_json::to_value(&value).unwrap());
        assert_eq!(
            text(&value).replace("1e+21", "1e21"),
            serde_json::to_string(&value)
                .unwrap()
                .replace("1e+21", "1e21")
        );
    }
}
