/** The stage: a canvas, what the moment is called, and a grid for those who do not see the canvas. */
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { onTheme, readPixels } from '../../base/tokens';
import { lazyPart } from '../../kit/lazy-part';
import type { Choices } from '../../state/choices';
import type { Counted, Selection, SlotState } from '../../state/lab/lab';
import { type StageAnimator, StageAnimator as StageDirector } from './animate/stage-animator';
import { sectionAt, underPoint } from './animate/under-point';
import type { Layout } from './layout/types';
import { lastLine } from './layout/windows';
import { createPainter } from './paint/draw';
import { readTheme, whenLettersCome } from './paint/paint';
import { Grid } from './parts/Grid';
import { Legend } from './parts/Legend';
import { Tooltip } from './parts/Tip';
import { factsOf } from './scene/facts';
import css from './stage.module.css';
import { sameSelection, useReducedMotion, useWords } from './use-stage';

/** Pixels of wheel to a line. */
const WHEEL = 40;

// Small devices show all of their blocks: what scrolls sections comes with the first that does not.
const Windows = lazyPart(() => import('./parts/Windows'));
const BufferGrid = lazyPart(() => import('./parts/BufferGrid'));
const RamBar = lazyPart(() => import('./parts/RamBar'));

export interface StageProps {
  /** The name of the region. */
  name: string;
  slot: SlotState;
  playing: boolean;
  /** More happens between two pictures than can be followed. */
  tooMuch: boolean;
  speed: number;
  /** While playing: milliseconds until the next step, at 1x. */
  stay: number | null;
  selection: Selection | null;
  hover: Selection | null;
  /** A question is open: what is to come is not told. */
  untold: boolean;
  /** A person is the FTL; the options, where they are asked. */
  played: boolean;
  choices: Choices | null;
  /** The effect of a click on one of them; `null`: it is none of them. */
  actOf: (selection: Selection) => string[] | null;
  /** Pages that a wrong answer counted, and those that it left out. */
  counting: Counted | null;
  /** The line above the picture: what is happening. */
  head: ReactNode;
  /** Changes when the words change: the page's language. */
  locale: string;
  onSelect: (selection: Selection | null) => void;
  onPoint: (selection: Selection | null) => void;
}

export function StageView(props: StageProps) {
  const { name, slot, tooMuch, stay, untold, selection, hover, counting } = props;
  const { playing, played, choices, actOf, head, locale, onSelect, onPoint } = props;
  const { frame, cells } = slot.current;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const animator = useRef<StageAnimator | null>(null);
  /** Tells the animator the room there is; from the first picture on. */
  const fit = useRef<(() => void) | null>(null);
  const [layout, setSheet] = useState<Layout | null>(null);
  const [tip, setTip] = useState<{ x: number; y: number; target: Selection } | null>(null);
  const still = useReducedMotion();
  const pages = slot.summary.pages_per_block;

  useEffect(() => {
    const box = scroller.current;
    const surface = canvas.current;
    if (!box || !surface) return;
    const stage = new StageDirector(createPainter(surface), setSheet, (top, bottom) => {
      if (top < box.scrollTop + 8) box.scrollTo({ top: Math.max(0, top - 60) });
      else if (bottom > box.scrollTop + box.clientHeight - 8) {
        box.scrollTo({ top: bottom - box.clientHeight + 60 });
      }
    });
    stage.onPaint = (globalThis as { onStagePaint?: StageDirector['onPaint'] }).onStagePaint ?? null;
    animator.current = stage;
    const retheme = () => {
      stage.pace = readPixels('pace', box) || 1;
      stage.setTheme(readTheme(box), readPixels('font', box), readPixels('label', box));
    };
    let [width, height] = [0, 0];
    const measure = () => {
      ({ clientWidth: width, clientHeight: height } = box);
      surface.style.width = `${width}px`;
      surface.style.height = `${height}px`;
      const [font, label, least] = [
        readPixels('font', box),
        readPixels('label', box),
        readPixels('least', box),
      ];
      const viewport = { width, height, font, label, least };
      stage.resize(viewport, globalThis.devicePixelRatio || 1);
      // The content beside the stage may grow with the same moment: the moment is brought into view in the room it
      // has.
      fit.current = () => {
        if (width !== box.clientWidth || height !== box.clientHeight) measure();
      };
    };
    retheme();
    const lettered = whenLettersCome(box, retheme);
    // A turn of the wheel over a section with a window scrolls it, as long as there is more of it that way.
    let turned = 0;
    const turn = (event: WheelEvent) => {
      const now = stage.current;
      if (!now || event.ctrlKey) return;
      const y = event.clientY - box.getBoundingClientRect().top + box.scrollTop;
      const section = sectionAt(now.layout, y, now.showing.frame.free_pool.length);
      if (!section) return;
      const { id, first, last, line } = section;
      const down = Math.sign(event.deltaY);
      if (down === 0 || (down < 0 ? first <= 0 : first >= last)) return;
      event.preventDefault();
      turned = Math.sign(turned) === down ? turned + event.deltaY : event.deltaY;
      if (Math.abs(turned) < WHEEL) return;
      turned = 0;
      stage.scrollSection(id, Math.max(0, Math.min(last, first + down * line)));
    };
    box.addEventListener('wheel', turn, { passive: false });
    // Told of the first size too, once the page is laid out anyway; the first picture is a task of its own.
    let first: ReturnType<typeof setTimeout> | null = null;
    const resized = new ResizeObserver(() => {
      if (first === null) first = setTimeout(measure);
      else measure();
    });
    resized.observe(box);
    const themed = onTheme(retheme);
    return () => {
      box.removeEventListener('wheel', turn);
      resized.disconnect();
      if (first !== null) clearTimeout(first);
      themed();
      lettered();
      stage.dispose();
      animator.current = null;
      fit.current = null;
    };
  }, []);

  const words = useWords(locale);
  useEffect(() => {
    fit.current?.();
    animator.current?.show({
      summary: slot.summary,
      frame: slot.current.frame,
      cells: slot.current.cells,
      previous: slot.previous?.frame ?? null,
      way: slot.direction,
      serial: slot.serial,
      tooMuch,
      stay,
      still,
      untold,
      played,
      choices,
      words,
    });
  }, [slot, tooMuch, stay, still, untold, played, choices, words]);
  // The sheet is there as soon as the stage has its size: what is pointed at must find its place in it.
  useEffect(() => {
    if (layout) animator.current?.point(selection, hover, counting);
  }, [selection, hover, counting, layout]);

  const at = useCallback((event: React.PointerEvent | React.MouseEvent) => {
    const box = scroller.current;
    const scene = animator.current?.current?.scene;
    if (!box || !scene) return null;
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    return { x, y, target: underPoint(scene, x, y + box.scrollTop)?.target ?? null };
  }, []);

  const pointAt = (event: React.PointerEvent) => {
    const found = at(event);
    if (!found?.target) {
      setTip(null);
      if (hover) onPoint(null);
      return;
    }
    const { x, y, target } = found;
    setTip({ x, y, target });
    if (!sameSelection(target, hover)) onPoint(target);
  };

  // The pointer may rest while the stage moves on, or another run takes its place.
  const source = slot.source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every run
  useEffect(() => {
    setTip(null);
  }, [source]);
  const facts =
    tip && !playing ? (actOf(tip.target) ?? factsOf(tip.target, frame, cells, pages, untold)) : [];
  const width = layout?.width ?? 0;
  return (
    <section className={css.stage} aria-label={name}>
      {head}
      {frame.buffer && (
        <Suspense>
          <RamBar buffer={frame.buffer} />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is the keyboard's way */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid inside is the keyboard's way */}
      <div
        ref={scroller}
        className={css.scroller}
        onScroll={(event) => animator.current?.scrollTo(event.currentTarget.scrollTop)}
        onPointerMove={pointAt}
        onPointerLeave={() => {
          setTip(null);
          onPoint(null);
        }}
        onClick={(event) => onSelect(at(event)?.target ?? null)}
      >
        <div
          className={css.content}
          style={{ height: layout?.height ?? 0 }}
          data-scrolls={layout?.scrolls || undefined}
        >
          <canvas ref={canvas} className={css.canvas} />
          {layout && (
            <Grid
              frame={frame}
              cells={cells}
              pagesPerBlock={pages}
              untold={untold}
              rectOf={(key) => animator.current?.current?.scene.get(key) ?? null}
              selection={selection}
              onSelect={onSelect}
              onPoint={onPoint}
              onReveal={(target) => animator.current?.reveal(target)}
            />
          )}
          {layout && frame.buffer && (
            <Suspense>
              <BufferGrid
                buffer={frame.buffer}
                pagesPerBlock={pages}
                rectOf={(key) => animator.current?.current?.scene.get(key) ?? null}
                selection={selection}
                onSelect={onSelect}
                onPoint={onPoint}
              />
            </Suspense>
          )}
          {layout && isWindowed(layout, frame.free_pool.length) && (
            <Suspense>
              <Windows
                layout={layout}
                words={words}
                free={frame.free_pool.length}
                onScroll={(id, first) => animator.current?.scrollSection(id, first)}
              />
            </Suspense>
          )}
        </div>
        {tip && facts.length > 0 && <Tooltip tip={{ ...tip, facts }} width={width} />}
      </div>
      <Legend ftl={slot.summary.ftl} buffer={frame.buffer?.kind ?? null} />
    </section>
  );
}

/** Whether any section shows only a part of itself. */
function isWindowed({ rows, pool, tiles }: Layout, free: number): boolean {
  if (tiles.length > 0) return false;
  return rows.some((row) => row.units > row.window.length) || lastLine(pool, free) > 0;
}
