/**
 * Runs the stage: turns frames into scenes, scenes into motions, and paints a motion's `u` at every animation
 * frame. A new frame that comes before a motion has ended starts from where things are.
 */
import { type Timer, timer } from 'd3-timer';
import type { Frame } from '../../protocol/generated/Frame';
import type { Summary } from '../../protocol/generated/Summary';
import type { Selection, Motion as Way } from '../../state/lab';
import type { Outline, Painter, Theme } from './draw';
import { linked } from './hit';
import { type Layout, layout, type Room, type Shape } from './layout';
import { between, cuesOf, type Motion } from './motion';
import { type Places, placeBlocks } from './places';
import { scene } from './scene';
import { shapeOf } from './shape';
import { eventsBetween } from './story';
import { type Scene, sameThing, type Thing } from './thing';
import type { Words } from './words';

/** What is to be shown, and how to get there. */
export interface Showing {
  summary: Summary;
  frame: Frame;
  cells: Uint32Array;
  previous: Frame | null;
  way: Way;
  /** Tells two frames apart. */
  serial: number;
  playing: boolean;
  /** Steps per second. */
  speed: number;
  /** No motion: what changed is outlined instead. */
  still: boolean;
  words: Words;
}

/** Milliseconds of a motion of weight 1. */
const UNHURRIED = 450;
/** Above this many steps a second there is no time to move. */
const TOO_FAST = 8;
/** Positions whose places are remembered, so that a step back finds its blocks where they stood. */
const REMEMBERED = 500;

export class Director {
  private showing: Showing | null = null;
  private room: Room = { width: 0, height: 0, font: 13, label: 12 };
  private ratio = 1;
  private theme: Theme | null = null;
  private scroll = 0;
  private shapeKey = '';
  private sheet: Layout | null = null;
  private places: Places | null = null;
  private readonly remembered = new Map<string, Places>();
  private scene: Scene = new Map();
  private changed: Outline[] = [];
  private selection: Selection | null = null;
  private hover: Selection | null = null;
  private motion: { way: Motion; back: boolean; u: number; timer: Timer } | null = null;

  constructor(
    private readonly painter: Painter,
    /** Called when the layout changed: the content's height may be another. */
    private readonly onLayout: (layout: Layout) => void,
    /** Called when the place of the moment should be brought into view. */
    private readonly onMoment: (top: number, bottom: number) => void,
  ) {}

  get current(): { scene: Scene; layout: Layout; showing: Showing } | null {
    return this.sheet && this.showing
      ? { scene: this.scene, layout: this.sheet, showing: this.showing }
      : null;
  }

  get moving(): boolean {
    return this.motion !== null;
  }

  setTheme(theme: Theme, font: number, label: number): void {
    this.theme = theme;
    this.resize({ ...this.room, font, label }, this.ratio);
  }

  resize(room: Room, ratio: number): void {
    this.room = room;
    this.ratio = ratio;
    this.painter.resize(room.width, room.height, ratio);
    this.shapeKey = '';
    if (this.showing) this.cut(this.showing);
  }

  scrollTo(top: number): void {
    this.scroll = top;
    this.paintStill();
    this.paint();
  }

  point(selection: Selection | null, hover: Selection | null): void {
    this.selection = selection;
    this.hover = hover;
    if (!this.motion) this.paint();
  }

  /** Shows a frame. Calls with the same serial only take over what else changed. */
  show(next: Showing): void {
    const last = this.showing;
    this.showing = next;
    if (this.room.width === 0) return;
    if (last && last.serial === next.serial && last.summary.hash === next.summary.hash) {
      if (last.words !== next.words) this.cut(next);
      return;
    }
    const from = this.motion ? this.motion.way.snapshot(this.motion.u) : this.scene;
    const before = this.sheet;
    const old = this.scene;
    this.build(next);
    const tooFast = next.playing && next.speed > TOO_FAST;
    const cut = !last || !next.previous || next.way === 'jump' || before !== this.sheet || tooFast;
    this.changed = next.still && !cut ? changes(old, this.scene) : [];
    this.stop();
    if (cut || next.still || !this.sheet) this.settle();
    else this.move(next, from, this.sheet);
    const at = placeOfMoment(this.scene);
    if (at) this.onMoment(at.y, at.y + at.h);
    else if (next.frame.position.request === 0 && next.frame.position.event === 0) this.onMoment(0, 0);
  }

  dispose(): void {
    this.stop();
  }

  /** Shows what is to be shown at once, in a new layout. */
  private cut(showing: Showing): void {
    if (this.room.width === 0) return;
    this.stop();
    this.changed = [];
    this.build(showing);
    this.settle();
  }

  private build({ summary, frame, cells, words }: Showing): void {
    const shape = shapeOf(summary, frame);
    this.arrange(summary, shape);
    const key = `${frame.position.request}.${frame.position.event}`;
    const known = this.remembered.get(key);
    this.places = placeBlocks(known ?? this.places, frame, shape.rows);
    this.remembered.delete(key);
    this.remembered.set(key, this.places);
    if (this.remembered.size > REMEMBERED) {
      const [oldest] = this.remembered.keys();
      if (oldest !== undefined) this.remembered.delete(oldest);
    }
    if (this.sheet) this.scene = scene({ frame, cells, places: this.places, layout: this.sheet, words });
  }

  private simulation = '';

  private arrange(summary: Summary, shape: Shape): void {
    const simulation = `${summary.hash} ${JSON.stringify(shape)}`;
    if (simulation !== this.simulation) {
      this.simulation = simulation;
      this.remembered.clear();
      this.places = null;
    }
    const key = `${simulation} ${JSON.stringify(this.room)}`;
    if (key === this.shapeKey && this.sheet) return;
    this.shapeKey = key;
    this.sheet = layout(shape, this.room);
    this.onLayout(this.sheet);
  }

  private move(next: Showing, from: Scene, sheet: Layout): void {
    const { previous, frame } = next;
    if (!previous) {
      this.settle();
      return;
    }
    const back = next.way === 'back';
    const [earlier, later] = back ? [frame, previous] : [previous, frame];
    const [before, after] = back ? [this.scene, from] : [from, this.scene];
    const request = later.request ? `r${later.request.index}` : null;
    const cues = cuesOf(eventsBetween(earlier, later) ?? [], before, after, sheet, request);
    const way = between(before, after, cues, sheet.pagesPerBlock);
    const time = Math.min(UNHURRIED * way.weight, next.playing ? 900 / next.speed : Number.POSITIVE_INFINITY);
    const motion = {
      way,
      back,
      u: back ? 1 : 0,
      timer: timer((elapsed) => {
        const t = Math.min(1, elapsed / time);
        motion.u = back ? 1 - t : t;
        if (t >= 1) {
          this.stop();
          this.settle();
        } else this.paint();
      }),
    };
    this.motion = motion;
    this.paintStill();
    this.paint();
  }

  private stop(): void {
    this.motion?.timer.stop();
    this.motion = null;
  }

  private settle(): void {
    this.paintStill();
    this.paint();
  }

  private paintStill(): void {
    if (!this.theme) return;
    const things = this.motion ? this.motion.way.still : [...this.scene.values()].sort((a, b) => a.z - b.z);
    this.painter.paintStill(things, this.theme, this.scroll);
  }

  private paint(): void {
    if (!this.theme) return;
    const things = this.motion ? this.motion.way.at(this.motion.u) : [];
    this.painter.paint(things, [...this.changed, ...this.outlines()], this.theme, this.scroll);
  }

  private outlines(): Outline[] {
    if (!this.showing || !this.sheet) return [];
    const { frame, cells } = this.showing;
    const pages = this.sheet.pagesPerBlock;
    const of = (selection: Selection | null, kind: Outline['kind']): Outline[] =>
      linked(selection, frame, cells, pages).flatMap((key) => {
        const thing = this.scene.get(key);
        return thing ? [{ rect: thing, kind }] : [];
      });
    return [...of(this.hover, 'hovered'), ...of(this.selection, 'selected')];
  }
}

/** Where to look: at what the moment marks, else at what is under way. */
function placeOfMoment(scene: Scene): Thing | undefined {
  const things = [...scene.values()].filter((thing) => thing.h > 0);
  for (const mark of ['at:', 'merge:', 'reclaim:victim', 'gc:victim', 'wear:']) {
    const first = things.find((thing) => thing.key.startsWith(mark));
    if (first) return first;
  }
  return undefined;
}

/** Outlines of the things that differ between two scenes. */
function changes(before: Scene, after: Scene): Outline[] {
  const outlines: Outline[] = [];
  for (const [key, thing] of after) {
    const kind = thing.look.kind;
    if (kind !== 'cell' && kind !== 'chip' && kind !== 'entry') continue;
    const old = before.get(key);
    if (!old || !sameThing(old, thing)) outlines.push({ rect: thing, kind: 'changed' });
  }
  return outlines;
}
