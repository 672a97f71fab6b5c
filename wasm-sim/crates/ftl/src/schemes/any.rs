//! The enum that holds any scheme.

use nand::{Chip, Columns, Lpn, Pbn, Ppn};

use super::{Scheme, each_scheme};
use crate::{
    Candidate, Context, Event, FilledChip, Ftl, Halt, HostOp, HostPage, InitialError, Recovery,
    Silent, Sink, Tables,
};

macro_rules! schemes {
    ($($kind:ident $name:literal $folder:ident $ftl:ident $options:ident,)*) => {
        /// Any scheme.
        #[derive(Clone, Debug)]
        #[allow(
            clippy::large_enum_variant,
            reason = "one per device, and a box would cost a cache miss per access"
        )]
        #[allow(missing_docs, reason = "each is documented by its type")]
        pub enum AnyFtl {
            $($kind(super::$ftl),)*
        }

        macro_rules! each {
            ($self:expr, $any:ident => $body:expr) => {
                match $self {
                    $(AnyFtl::$kind($any) => $body,)*
                }
            };
        }

        impl AnyFtl {
            /// A scheme over an empty chip.
            pub fn new(scheme: &Scheme, chip: &Chip, logical_pages: u32) -> Self {
                match scheme {
                    $(Scheme::$kind(options) => Self::$kind(Ftl::new(*options, chip, logical_pages)),)*
                }
            }

            /// See [`Ftl::set_options`]. The scheme stays the same.
            pub fn set_options(
                &mut self,
                scheme: &Scheme,
                chip: &Chip,
                events: &mut Vec<Event>,
            ) -> u32 {
                match (self, scheme) {
                    $((Self::$kind(ftl), Scheme::$kind(options)) => ftl.set_options(options, chip, events),)*
                    (_, other) => unreachable!("{} in the place of another scheme", other.name()),
                }
            }
        }
    };
}
each_scheme!(schemes);

impl AnyFtl {
    /// A scheme over a chip that holds pages already.
    pub fn resume(
        scheme: &Scheme,
        logical_pages: u32,
        from: FilledChip<'_>,
    ) -> Result<Self, InitialError> {
        let mut any = Self::new(scheme, from.chip, logical_pages);
        each!(&mut any, f => f.resume(from))?;
        Ok(any)
    }

    /// Serves one host page access. A read returns the version it found.
    ///
    /// With events off, as in long runs, it is compiled here, for speed; what a sink makes of it is compiled where the sink is, in the
    /// page's engine for size.
    #[inline]
    pub fn access<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        if S::ON {
            return self.serve(cx, page);
        }
        self.access_silently(&mut cx.with(&mut Silent), page)
    }

    fn access_silently(
        &mut self,
        cx: &mut Context<'_, Silent>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        self.serve(cx, page)
    }

    #[inline]
    fn serve<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        each!(self, f => match page.op {
            HostOp::Read => f.read(cx, page),
            HostOp::Write => f.write(cx, page).map(|()| None),
            HostOp::Trim => f.trim(cx, page).map(|()| None),
        })
    }

    /// See [`Ftl::writes_runs`].
    #[inline]
    pub fn writes_runs(&self) -> bool {
        each!(self, f => f.writes_runs())
    }

    /// See [`Ftl::write_run`].
    pub fn write_run(
        &mut self,
        cx: &mut Context<'_, Silent>,
        pages: &[HostPage],
    ) -> Result<u32, (u32, Halt)> {
        each!(self, f => f.write_run(cx, pages))
    }

    /// See [`Ftl::reads_rest`].
    #[inline]
    pub fn reads_rest(&self) -> bool {
        each!(self, f => f.reads_rest())
    }

    /// See [`Ftl::announces`].
    #[inline]
    pub fn announces(&self) -> bool {
        each!(self, f => f.announces())
    }

    /// See [`Ftl::announce`].
    #[inline]
    pub fn announce<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpns: &[Lpn]) {
        each!(self, f => f.announce(cx, lpns));
    }

    /// See [`Ftl::next_victim`].
    pub fn next_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        each!(self, f => f.next_victim(cx))
    }

    /// See [`Ftl::closed`].
    pub fn closed(&self) -> Vec<Pbn> {
        each!(self, f => f.closed())
    }

    /// See [`Ftl::cleans`].
    pub fn cleans(&self) -> bool {
        each!(self, f => f.cleans())
    }

    /// See [`Ftl::set_cmt_capacity`].
    pub fn set_cmt_capacity<S: Sink>(&mut self, cx: &mut Context<'_, S>, entries: u32) {
        each!(self, f => f.set_cmt_capacity(cx, entries));
    }

    /// See [`Ftl::shrink_cmt`].
    pub fn shrink_cmt<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        if S::ON {
            return each!(self, f => f.shrink_cmt(cx));
        }
        self.shrink_cmt_silently(&mut cx.with(&mut Silent))
    }

    fn shrink_cmt_silently(&mut self, cx: &mut Context<'_, Silent>) -> Result<(), Halt> {
        each!(self, f => f.shrink_cmt(cx))
    }

    /// See [`Ftl::largest_group`].
    pub fn largest_group(&self, wanted: impl Fn(u32) -> bool) -> Option<buffer::MappingGroup> {
        each!(self, f => f.largest_group(wanted))
    }

    /// See [`Ftl::take_ghost_hits`].
    pub fn take_ghost_hits(&mut self) -> [u32; 2] {
        each!(self, f => f.take_ghost_hits())
    }

    /// See [`Ftl::ghosts`].
    pub fn ghosts(&self) -> Option<&buffer::Ghost> {
        each!(self, f => f.ghosts())
    }

    /// See [`Ftl::recovery`].
    pub fn recovery(&mut self) -> Option<&mut dyn Recovery> {
        each!(self, f => f.recovery())
    }

    /// See [`Ftl::lookup`].
    pub fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        each!(self, f => f.lookup(chip, lpn))
    }

    /// See [`Ftl::look_ahead`].
    #[inline]
    pub fn look_ahead(&self, chip: &Chip, lpns: &[Lpn]) -> u32 {
        each!(self, f => f.look_ahead(chip, lpns))
    }

    /// See [`Ftl::victim_candidates`].
    #[inline]
    pub fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        each!(self, f => f.victim_candidates(chip))
    }

    /// See [`Ftl::tables`].
    #[inline]
    pub fn tables(&self) -> Tables {
        each!(self, f => f.tables())
    }

    /// See [`Ftl::columns`].
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        each!(self, f => f.columns(visit));
    }

    /// See [`Ftl::derive`].
    pub fn derive(&mut self, chip: &Chip) {
        each!(self, f => f.derive(chip));
    }
}
