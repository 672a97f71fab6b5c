/**
 * Runs the stage: turns frames into scenes, scenes into motions, and paints a motion's `u` at every animation
 * frame. The state is drawn from the frame, motion is a guest: a frame that comes while one runs ends it at once, and the next begins
 * from there. How much of it there is time for goes by how soon steps follow each other (model/pacing.ts). One file: its methods
 * change one picture, its motion and its timers together.
 */
import { type Timer, timeout, timer } from 'd3-timer';
import { MS, mannerOf, SCALED } from '../../../model/pacing';
import { eventsBetween } from '../../../model/why/step-events';
import type { Event } from '../../../protocol/generated/Event';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Summary } from '../../../protocol/generated/Summary';
import { type Choices, optionAt, thingsOf } from '../../../state/choices';
import type { Counted, Selection, Direction as Way } from '../../../state/lab/lab';
import { layoutOf, withWindow } from '../layout/layout';
import { type Places, placeBlocks } from '../layout/places';
import type { Rect } from '../layout/rects';
import { shapeOf } from '../layout/shape';
import type { Layout, RowId, Shape, Viewport } from '../layout/types';
import { follow, lastLine, scrolledTo } from '../layout/windows';
import type { Outline, Painter } from '../paint/draw';
import type { Theme } from '../paint/paint';
import { countedOn } from '../scene/counted';
import { spotsOf } from '../scene/options';
import { scene } from '../scene/scene';
import { type Scene, type Sprite, sameAppearance, sameSprite, sprite, Z } from '../scene/sprite';
import type { Words } from '../scene/words';
import { type Windows, windowsFor } from '../step/focus';
import type { Heated, Tallied } from '../step/tally';
import { cuesOf, type Flight, NO_CUES } from './cues';
import { between, type Motion } from './motion';
import { blockOfSelection, linked } from './under-point';

/** The scene to show, and the way to it. */
export interface Showing {
  summary: Summary;
  frame: Frame;
  cells: Uint32Array;
  previous: Frame | null;
  way: Way;
  /** Distinguishes two frames. */
  serial: number;
  /** More happens between two pictures than can be followed. */
  tooMuch: boolean;
  /** While playing: milliseconds until the next step, at pace 1; `null`: no one knows. */
  stay: number | null;
  /** No motion: what changed is outlined instead. */
  still: boolean;
  /** A question is open: what is to come is not told. */
  untold: boolean;
  /** A person is the FTL; the options, where they are asked. */
  played: boolean;
  choices: Choices | null;
  words: Words;
}

export class StageAnimator {
  /** How much longer motions take: a hall follows more slowly than a reader. */
  pace = 1;
  private showing: Showing | null = null;
  private viewport: Viewport = { width: 0, height: 0, font: 13, label: 12 };
  private ratio = 1;
  private theme: Theme | null = null;
  private scroll = 0;
  private shapeKey = '';
  /** The layout with all windows at their beginning, and as it is seen. */
  private plain: Layout | null = null;
  private layout: Layout | null = null;
  private windows: Windows = new Map();
  private places: Places | null = null;
  private scene: Scene = new Map();
  private changed: Outline[] = [];
  private selection: Selection | null = null;
  private hover: Selection | null = null;
  private counting: Counted | null = null;
  private motion: { way: Motion; u: number; timer: Timer } | null = null;
  private flashing: Timer | null = null;
  /** Without motion: the ways that pages went in the last step. */
  private paths: Sprite[] = [];
  /** When a frame was shown last. */
  private shownAt = Number.NEGATIVE_INFINITY;

  /** For tests: called with all that is painted. */
  onPaint: ((sprites: readonly Sprite[]) => void) | null = null;
  /** Called with what is counted while too much happens, and with `null` after it. */
  onCounts: (counts: Tallied | null) => void = () => undefined;

  constructor(
    private readonly painter: Painter,
    /** Called when the layout changed: the content's height may be another. */
    private readonly onLayout: (layout: Layout) => void,
    /** Called when the place of the moment should be brought into view. */
    private readonly onMoment: (top: number, bottom: number) => void,
  ) {
    globalThis.document?.addEventListener('visibilitychange', this.hide);
  }

  /** A hidden tab gets no animation frames: what moves is at its end when it is seen again. */
  private readonly hide = () => {
    if (!document.hidden || !this.motion) return;
    this.stop();
    this.settle();
  };

  get current(): { scene: Scene; layout: Layout; showing: Showing } | null {
    return this.layout && this.showing
      ? { scene: this.scene, layout: this.layout, showing: this.showing }
      : null;
  }

  get moving(): boolean {
    return this.motion !== null;
  }

  setTheme(theme: Theme, font: number, label: number): void {
    this.theme = theme;
    this.resize({ ...this.viewport, font, label, least: theme.least }, this.ratio);
  }

  resize(viewport: Viewport, ratio: number): void {
    this.viewport = viewport;
    this.ratio = ratio;
    this.painter.resize(viewport.width, viewport.height, ratio);
    this.shapeKey = '';
    if (this.showing) this.cut(this.showing);
  }

  scrollTo(top: number): void {
    this.scroll = top;
    this.paintStill();
    this.paint();
  }

  point(selection: Selection | null, hover: Selection | null, counting: Counted | null = null): void {
    const chosen = selection !== this.selection;
    this.selection = selection;
    this.hover = hover;
    this.counting = counting;
    if (chosen && selection) this.reveal(selection);
    if (!this.motion) this.paint();
  }

  /** Scrolls a section so that its window begins at a unit; the free pool to a line of its places. */
  scrollSection(id: RowId | 'pool', first: number): void {
    const { showing, layout } = this;
    if (!showing || !layout) return;
    if (id === 'pool') this.poolLine = Math.max(0, first);
    else {
      const row = layout.rows.find((each) => each.id === id);
      if (!row) return;
      this.windows = new Map(this.windows).set(id, scrolledTo(first, row.window, row.units));
    }
    this.cut(showing, false);
  }

  /** Brings what is selected into its section's window. */
  reveal(selection: Selection): void {
    const { showing, layout, places } = this;
    if (!showing || !layout || !places) return;
    const pbn = blockOfSelection(selection, showing.frame, showing.cells, layout.pagesPerBlock);
    const place = pbn === null ? undefined : places.get(pbn);
    const row = place && layout.rows.find((each) => each.id === place.row);
    if (!place || !row || row.slots[place.slot]) return;
    const unit = Math.floor(place.slot / row.group);
    const window = follow(row.window, [unit], [], row.units, row.grid.across);
    this.windows = new Map(this.windows).set(row.id, window);
    this.cut(showing, false);
  }

  /** Shows a frame. Calls with the same serial only take over what else changed. */
  show(next: Showing): void {
    const last = this.showing;
    this.showing = next;
    if (this.viewport.width === 0) return;
    if (last && last.serial === next.serial && last.summary.hash === next.summary.hash) {
      if (last.words !== next.words || last.untold !== next.untold || last.choices !== next.choices)
        this.cut(next);
      // Slowed or stopped: what glows goes out where it is.
      else if (this.heat && !next.tooMuch) this.cool(next);
      return;
    }
    const counted = this.count(next);
    const before = this.plain;
    const old = this.scene;
    const scrolled = this.windows;
    this.stop();
    this.build(next, !counted);
    const now = performance.now();
    const interval = next.stay === null ? now - this.shownAt : next.stay * this.pace;
    this.shownAt = now;
    const fresh = !last || before !== this.plain || last.summary.hash !== next.summary.hash;
    if (fresh || counted || !this.layout || globalThis.document?.hidden) this.settle();
    else this.arrive(next, old, this.layout, interval, scrolled !== this.windows);
    const at = counted ? undefined : placeOfMoment(this.scene);
    if (at) this.onMoment(at.y, at.y + at.h);
    else if (!counted && next.frame.position.request === 0 && next.frame.position.event === 0)
      this.onMoment(0, 0);
  }

  dispose(): void {
    this.stop();
    globalThis.document?.removeEventListener('visibilitychange', this.hide);
    if (this.first !== null) clearTimeout(this.first);
  }

  /** Takes over what was counted up to a frame. False: it was not counted, and its moment is shown. */
  private count({ tooMuch, frame, previous }: Showing): boolean {
    if (!tooMuch || !frame.tally) {
      if (this.heat) this.onCounts(null);
      this.heat = null;
      this.start = null;
      return false;
    }
    if (!previous?.tally) this.start = null;
    this.start ??= previous ?? frame;
    if (!this.tally) {
      this.coming ??= import('../step/tally').then(
        (code) => {
          this.tally = code;
        },
        // Until it is there the stage shows the last step, which is true as well; the next picture asks again.
        () => {
          this.coming = null;
        },
      );
      return false;
    }
    this.heat = this.tally.heated(this.heat, frame, this.start);
    this.onCounts(this.heat?.counts ?? null);
    return true;
  }

  /** From the picture of several steps to that of the last of them: everything keeps its place. */
  private cool(next: Showing): void {
    const glowing = this.scene;
    this.heat = null;
    this.onCounts(null);
    this.build(next, false);
    this.stop();
    if (next.still || !this.layout) this.settle();
    else this.run(between(glowing, this.scene, NO_CUES, this.layout.pagesPerBlock), MS.write * this.pace);
  }

  /** Shows what is to be shown at once, in a new layout. `follows`: windows go where the moment is. */
  private cut(showing: Showing, follows = true): void {
    if (this.viewport.width === 0) return;
    this.stop();
    this.build(showing, follows);
    this.settle();
  }

  private build({ summary, frame, cells, words, untold, played, choices }: Showing, follows = true): void {
    const shape = shapeOf(summary, frame);
    this.arrange(summary, shape);
    this.places = placeBlocks(summary.ftl, frame, shape.rows);
    this.look(frame, this.places, follows, choices);
    if (!this.layout) return;
    const shown = scene({
      ftl: summary.ftl,
      frame,
      cells,
      places: this.places,
      layout: this.layout,
      words,
      quiet: this.heat !== null,
      untold,
      played,
      choices,
    });
    const { heat, tally } = this;
    const glow = heat && tally ? tally.glowing(heat, shown) : [];
    this.scene = new Map([...shown, ...glow.map((sprite) => [sprite.key, sprite] as const)]);
  }

  private poolLine = 0;
  /** The glow while too much happens, and where that began; the code for it comes with the first time. */
  private heat: Heated | null = null;
  private start: Frame | null = null;
  private tally: typeof import('../step/tally') | null = null;
  private coming: Promise<void> | null = null;

  private arrange(summary: Summary, shape: Shape): void {
    const key = `${summary.hash} ${JSON.stringify(shape)} ${JSON.stringify(this.viewport)}`;
    if (key === this.shapeKey && this.plain) return;
    this.shapeKey = key;
    this.plain = layoutOf(shape, this.viewport);
    this.windows = new Map();
    this.layout = null;
  }

  /** The layout through the windows. */
  private look(frame: Frame, places: Places, follows: boolean, choices: Choices | null): void {
    const { plain } = this;
    if (!plain) return;
    if (follows) {
      this.windows = windowsFor(frame, places, plain, this.windows, choices);
      this.poolLine = 0;
    }
    const from = Math.min(this.poolLine, lastLine(plain.pool, frame.free_pool.length)) * plain.pool.across;
    const same = this.layout?.rows.every((row) => (this.windows.get(row.id) ?? row.window) === row.window);
    if (same && this.layout?.pool.from === from) return;
    this.layout = {
      ...plain,
      rows: plain.rows.map((row) => withWindow(row, this.windows.get(row.id) ?? row.window)),
      pool: { ...plain.pool, from },
    };
    this.onLayout(this.layout);
  }

  /** From the scene before to that of the step, in the manner that there is time for. */
  private arrive(next: Showing, before: Scene, layout: Layout, interval: number, scrolled: boolean): void {
    const changed = () => changes(before, this.scene, scrolled);
    const { previous, frame } = next;
    if (next.way !== 'forward' || !previous) {
      const marked = next.way === 'back' || next.stay === null;
      // Without motion what changed stays outlined until the next step.
      if (next.still && marked) this.changed = changed();
      this.settle();
      if (!next.still && marked) this.flash(changed(), MS.cut);
      return;
    }
    const events = eventsBetween(previous, frame) ?? [];
    const request = frame.request ? `r${frame.request.index}` : null;
    const cues = cuesOf(events, before, this.scene, layout, request, mannerOf(interval, 0) === 'whole');
    const need = cues.ms * this.pace;
    // A block that came and went to another place in one step was where neither scene shows it: nothing flies there.
    const manner = passes(events) ? 'flash' : mannerOf(interval, need);
    if (next.still) {
      this.changed = changed();
      const drawn = this.scene.get('at:arrow');
      this.paths = cues.flights.filter(({ to }) => !(drawn && endsAt(drawn, to))).map(pathOf);
      this.settle();
    } else if (manner === 'state') this.settle();
    else if (manner === 'flash') {
      this.settle();
      this.flash(changed(), MS.flash);
    } else {
      const way = between(before, this.scene, cues, layout.pagesPerBlock);
      this.run(way, manner === 'whole' ? need : SCALED * interval);
    }
  }

  /** Outlines what changed for a moment. */
  private flash(changed: Outline[], ms: number): void {
    this.changed = changed;
    this.paint();
    this.flashing = timeout(() => {
      this.flashing = null;
      this.changed = [];
      this.paint();
    }, ms);
  }

  private run(way: Motion, time: number): void {
    const motion = {
      way,
      u: 0,
      timer: timer((elapsed) => {
        motion.u = Math.min(1, elapsed / time);
        if (motion.u >= 1) {
          this.stop();
          this.settle();
        } else this.paint();
      }),
    };
    this.motion = motion;
    this.paintStill();
    this.paint();
  }

  /** The motions and flashes are over: the scene is at their end. */
  private stop(): void {
    this.motion?.timer.stop();
    this.motion = null;
    this.flashing?.stop();
    this.flashing = null;
    this.changed = [];
    this.paths = [];
  }

  private painted = false;
  private first: ReturnType<typeof setTimeout> | null = null;

  private settle(): void {
    if (this.painted) {
      this.paintStill();
      this.paint();
      return;
    }
    // The first of all takes a slow machine long to lay out and to paint: a task each, so that it answers in between.
    this.first ??= setTimeout(() => {
      this.painted = true;
      this.paintStill();
      this.first = setTimeout(() => this.paint());
    });
  }

  private paintStill(): void {
    if (!this.theme) return;
    const sprites = this.motion ? this.motion.way.still : [...this.scene.values()].sort((a, b) => a.z - b.z);
    this.painter.paintStill(sprites, this.theme, this.scroll);
  }

  private paint(): void {
    if (!this.theme) return;
    const { showing, layout, counting } = this;
    const told = showing && layout && counting ? countedOn(counting, showing, layout, this.scene) : null;
    const sprites = this.motion ? this.motion.way.at(this.motion.u) : [...this.paths, ...(told?.tags ?? [])];
    this.onPaint?.(this.motion ? [...this.motion.way.still, ...sprites] : [...this.scene.values()]);
    const outlines = this.motion ? [] : (told?.outlines ?? []);
    this.painter.paint(sprites, [...this.changed, ...outlines, ...this.outlines()], this.theme, this.scroll);
  }

  private outlines(): Outline[] {
    if (!this.showing || !this.layout) return [];
    const { frame, cells, choices } = this.showing;
    const pages = this.layout.pagesPerBlock;
    const of = (selection: Selection | null, kind: Outline['kind']): Outline[] =>
      linked(selection, frame, cells, pages).flatMap((key) => {
        const sprite = this.scene.get(key);
        return sprite ? [{ rect: sprite, kind }] : [];
      });
    const option =
      choices && this.hover ? choices.ids[optionAt(choices, this.hover, frame, pages)] : undefined;
    const hovered =
      choices && option !== undefined
        ? spotsOf(thingsOf(choices.kind, option, frame), this.scene).map(
            (rect) => ({ rect, kind: 'pointed' }) as const,
          )
        : of(this.hover, 'hovered');
    return [...hovered, ...of(this.selection, 'selected')];
  }
}

/** Whether a block is taken for a merge and becomes a data block in the same step. */
function passes(events: readonly Event[]): boolean {
  return events.some(
    (taken) =>
      taken.t === 'block_taken' &&
      taken.role === 'merge_target' &&
      events.some((event) => event.t === 'block_role' && event.pbn === taken.pbn),
  );
}

/** Whether an arrow of the scene ends at a page: its way is drawn already. */
function endsAt(arrow: Sprite, page: Rect): boolean {
  const [x, y] = [arrow.x + arrow.w, arrow.y + arrow.h];
  const near = (a: number, b: number) => Math.abs(a - b) < 1;
  return near(y, page.y + page.h / 2) && (near(x, page.x) || near(x, page.x + page.w));
}

/** The way of a page as an arrow: from its side, or, from a request above, from below it, so that it crosses no other. */
function pathOf({ key, from, to }: Flight): Sprite {
  const right = from.x + from.w / 2 <= to.x + to.w / 2;
  const above = from.y + from.h < to.y - from.h && from.h < to.h;
  const x = above ? from.x + from.w / 2 : right ? from.x + from.w : from.x;
  const y = above ? from.y + from.h + 2 : from.y + from.h / 2;
  const rect = { x, y, w: (right ? to.x : to.x + to.w) - x, h: to.y + to.h / 2 - y };
  return sprite(key, rect, Z.arrow, {
    kind: 'arrow',
    tone: 'now',
    out: above ? 0 : right ? 1 : -1,
    into: right ? -1 : 1,
    lane: null,
    gap: 0,
    thick: 2,
  });
}

/** Where to look: at what the moment marks, otherwise at what is under way. */
function placeOfMoment(scene: Scene): Sprite | undefined {
  const sprites = [...scene.values()].filter((sprite) => sprite.h > 0);
  for (const mark of ['at:', 'buffer:leaving', 'merge:', 'reclaim:victim', 'gc:victim', 'wear:']) {
    const first = sprites.find((sprite) => sprite.key.startsWith(mark));
    if (first) return first;
  }
  return undefined;
}

/** Outlines of the sprites that differ between two scenes; that a window `scrolled` is no change of its pages. */
function changes(before: Scene, after: Scene, scrolled: boolean): Outline[] {
  const outlines: Outline[] = [];
  for (const [key, sprite] of after) {
    const kind = sprite.look.kind;
    if (kind !== 'cell' && kind !== 'chip' && kind !== 'entry' && kind !== 'buffered') continue;
    const old = before.get(key);
    // Where a page of a new group is not is nothing that changed.
    if (!old && sprite.look.kind === 'buffered' && sprite.look.state === 'absent') continue;
    // A block moves up in the free pool when another is taken: that is no change of its own.
    const same =
      kind === 'cell' && scrolled
        ? !old || sameAppearance(old.look, sprite.look)
        : old && (kind === 'chip' ? sameAppearance(old.look, sprite.look) : sameSprite(old, sprite));
    if (!same) outlines.push({ rect: sprite, kind: 'changed' });
  }
  return outlines;
}
