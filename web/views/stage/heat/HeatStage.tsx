/** The stage of a large device: a heat map of all its pages to zoom into, down to labelled cells. */
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { onTheme, readPixels } from '../../../base/tokens';
import { m } from '../../../i18n/compiled/messages.js';
import { lazyPart } from '../../../kit/lazy-part';
import { Heat } from '../../../protocol/heat';
import { readTheme } from '../paint/paint';
import { Legend } from '../parts/Legend';
import { type Tip, Tooltip } from '../parts/Tip';
import css from '../stage.module.css';
import { sameSelection, useReducedMotion } from '../use-stage';
import type { StageProps } from '../View';
import { attachZoom, createHeatCanvas } from './draw';
import { selectionOf, spotFacts } from './facts';
import { cellHeight, FINE, LABELLED, type Lens, type Spot } from './geometry';
import { Modes, Zoom } from './HeatBar';
import { HeatGrid } from './HeatGrid';
import { HeatLegend } from './HeatLegend';
import heatCss from './heat.module.css';
import { HeatMap } from './map';
import { spotOf } from './marks';
import { SpectrumPanel } from './SpectrumPanel';
import { type Mode, modesFor, type Palette } from './scales';
import { spectrumOf } from './spectrum';
import { type KeptView, useKeptView } from './use-kept-view';

const RamBar = lazyPart(() => import('../parts/RamBar'));

/** Steps a second above which the eye cannot follow single steps: as on the small stage. */
const TOO_FAST = 8;
/** One press of a button or key. */
const NEARER = 2;
/** In a stage as wide as this (CSS pixels) the charts are beside the map from the start. */
const ROOMY = 760;

export interface HeatStageProps extends StageProps, KeptView {
  onLook: (fromBlock: number, toBlock: number) => void;
}

export default function HeatStage(props: HeatStageProps) {
  const { name, slot, playing, speed, selection, hover, head, locale, onSelect, onPoint, onLook } = props;
  const { summary, current } = slot;
  const { blocks, pages_per_block: pages } = summary;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const map = useRef<HeatMap | null>(null);
  const [lens, setLens] = useState<Lens | null>(null);
  const [palette, setPalette] = useState<Palette | null>(null);
  const [chosen, setMode] = useState<Mode>('state');
  const [wanted, setActive] = useState<Spot>({ pbn: 0, page: -1 });
  const [focused, setFocused] = useState(false);
  const [tip, setTip] = useState<(Omit<Tip, 'facts'> & { spot: Spot }) | null>(null);
  const [beside, setBeside] = useState(false);
  const still = useReducedMotion();
  const heat = useMemo(
    () => (current.heat ? new Heat(current.heat, blocks, pages) : null),
    [current.heat, blocks, pages],
  );
  const modes = useMemo(() => modesFor(summary.canonical), [summary.canonical]);
  // Chosen on another device, or by a link to one.
  const mode = modes.includes(chosen) ? chosen : 'state';
  const look = useRef(onLook);
  look.current = onLook;

  useEffect(() => {
    const room = box.current;
    const surface = canvas.current;
    if (!room || !surface) return;
    setBeside(room.clientWidth >= ROOMY);
    const running = new HeatMap(createHeatCanvas(surface), setLens, (from, to) => look.current(from, to));
    running.zoom = attachZoom(surface, (view) => running.turn(view));
    map.current = running;
    const retheme = () => {
      running.setTheme(readTheme(room), readPixels('label', room));
      setPalette(running.colors);
    };
    const measure = () =>
      running.resize(room.clientWidth, room.clientHeight, globalThis.devicePixelRatio || 1);
    retheme();
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(room);
    const themed = onTheme(retheme);
    return () => {
      resized.disconnect();
      themed();
      running.dispose();
      map.current = null;
    };
  }, []);

  useEffect(() => {
    if (!heat) return;
    map.current?.show({
      summary: slot.summary,
      shown: slot.current,
      heat,
      previous: slot.previous?.frame ?? null,
      way: slot.direction,
      fast: playing && speed > TOO_FAST,
      still,
      locale,
    });
  }, [slot, heat, playing, speed, still, locale]);
  useEffect(() => {
    map.current?.setMode(mode);
  }, [mode]);
  useKeptView(map, lens, [mode, setMode], props);

  const fine = lens !== null && cellHeight(lens) >= FINE;
  const active = { pbn: Math.min(wanted.pbn, blocks - 1), page: fine ? wanted.page : -1 };
  const { pbn, page } = active;
  useEffect(() => {
    map.current?.point(selection, hover, focused ? { pbn, page } : null);
  }, [selection, hover, focused, pbn, page]);
  // A selection made elsewhere comes into view, and the keyboard goes on from there.
  const picked = selection?.kind === 'page' ? selection.ppn : null;
  const copy =
    selection?.kind === 'lpn' ? (current.frame.pages.find((each) => each.valid)?.ppn ?? null) : null;
  const shownPage = picked ?? copy;
  useEffect(() => {
    if (shownPage === null) return;
    const spot = spotOf(shownPage, pages);
    setActive(spot);
    if ((map.current?.current?.view.k ?? 1) > 1) map.current?.reveal(spot);
  }, [shownPage, pages]);

  const spotUnder = (event: React.PointerEvent | React.MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const spot = map.current?.spotAt(x, y) ?? null;
    return { x, y, spot: spot && !fine ? { ...spot, page: -1 } : spot };
  };
  const pointAt = (event: React.PointerEvent) => {
    const { x, y, spot } = spotUnder(event);
    const target = spot && selectionOf(spot, pages);
    setTip(spot && event.buttons === 0 ? { x, y, spot } : null);
    if (!sameSelection(target, hover)) onPoint(target);
  };
  const pick = (spot: Spot | null) => {
    const target = spot && selectionOf(spot, pages);
    if (spot) setActive(spot);
    onSelect(sameSelection(target, selection) ? null : target);
  };
  const zoom = (way: 1 | -1 | 0, around?: Spot) => {
    if (way === 0) map.current?.whole();
    else map.current?.zoomBy(way > 0 ? NEARER : 1 / NEARER, around);
  };
  const spectrum = useMemo(() => (heat && beside ? spectrumOf(heat) : null), [heat, beside]);
  const labelled = lens !== null && cellHeight(lens) >= LABELLED;

  return (
    <section className={css.stage} aria-label={name}>
      {head}
      <div className={heatCss.bar}>
        <Modes modes={modes} mode={mode} onMode={setMode} />
        <Zoom lens={lens} onZoom={zoom} />
        {!beside && (
          <button type="button" onClick={() => setBeside(true)}>
            {m.stage_heat_spectrum()}
          </button>
        )}
      </div>
      {current.frame.buffer && (
        <Suspense>
          <RamBar buffer={current.frame.buffer} fill />
        </Suspense>
      )}
      <div className={heatCss.body}>
        <div
          ref={box}
          className={heatCss.map}
          data-zoomed={(lens?.view.k ?? 1) > 1.001 || undefined}
          data-testid="heat-map"
        >
          <canvas
            ref={canvas}
            className={heatCss.canvas}
            onPointerMove={pointAt}
            onPointerLeave={() => {
              setTip(null);
              onPoint(null);
            }}
            onClick={(event) => pick(spotUnder(event).spot)}
          />
          {lens && heat && (
            <HeatGrid
              lens={lens}
              active={active}
              selected={sameSelection(selection, selectionOf(active, pages))}
              description={spotFacts(active, current, heat).join('; ')}
              onMove={(spot) => {
                setActive(spot);
                map.current?.reveal(spot);
              }}
              onSelect={() => pick(active)}
              onClear={() => onSelect(null)}
              onZoom={(way) => zoom(way, active)}
              onFocus={setFocused}
            />
          )}
          {tip && heat && (
            <Tooltip tip={{ ...tip, facts: spotFacts(tip.spot, current, heat) }} width={lens?.width ?? 0} />
          )}
        </div>
        {spectrum && <SpectrumPanel spectrum={spectrum} onClose={() => setBeside(false)} />}
      </div>
      {heat && palette && !(labelled && mode === 'state') && (
        <HeatLegend mode={mode} heat={heat} palette={palette} ftl={summary.ftl} />
      )}
      {labelled && mode === 'state' && <Legend ftl={summary.ftl} buffer={null} />}
    </section>
  );
}
