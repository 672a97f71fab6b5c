/**
 * The address of the lab: `#/lab/<example>?at=<request>.<event>` while a built-in scenario is on stage, otherwise a link that holds
 * the scenario (use-link.ts). So reload and Back find what was seen. It is brought up to date whenever the lab rests; another
 * scenario is a new entry of the history, another position is not.
 */
import { useEffect, useRef } from 'react';
import { useRoute } from 'wouter';
import { navigate, useHashLocation } from 'wouter/use-hash-location';
import { exampleText, FIRST_EXAMPLE } from '../../model/scenario/examples';
import type { Position } from '../../protocol/generated/Position';
import type { LabState } from '../../state/lab/lab';
import { useLabStore } from '../../state/use-lab';
import { unloaded } from '../unloaded';
import { isExample, textOf } from './examples';
import type { Link } from './use-link';

/** How long the lab rests before its address follows, in milliseconds: browsers refuse addresses that change too often. */
const REST = 400;

/** Whether someone has just gone elsewhere: the event that says so comes after what is done here. */
const hasLeft = (rendered: string) => `/${window.location.hash.replace(/^#?\/?/, '')}` !== rendered;

/** Shows the first example where nothing is on stage: in the lab as an address, so that reload and Back find it. */
export function useFirstScenario(wanted: boolean): void {
  const lab = useLabStore();
  const [onLab, params] = useRoute('/lab/:example?');
  const [location] = useHashLocation();
  const bare = onLab && !params.example;
  useEffect(() => {
    if (!wanted || lab.getState().slots[0] || hasLeft(location)) return;
    if (bare) navigate(`/lab/${FIRST_EXAMPLE}`, { replace: true });
    else if (!onLab) void lab.getState().told(lab.getState().open(0, exampleText(FIRST_EXAMPLE)));
  }, [lab, wanted, onLab, bare, location]);
}

/** `off`: the address belongs to a lesson, to a page in place of the lab, or to a page that the lab is a part of. */
export function useAddress(link: Link, off: boolean): void {
  const lab = useLabStore();
  const [onLab, params] = useRoute('/lab/:example?');
  const [location] = useHashLocation();
  /** The built-in scenario that was opened last, and its text: what is on stage may have become another since. */
  const opened = useRef<{ example: string; source: string } | null>(null);
  /** The address that was written last: a later render finds it in `location`, where no one has gone. */
  const written = useRef('');
  const rendered = useRef(location);
  useEffect(() => {
    rendered.current = location;
  }, [location]);
  const example = onLab && !off && params.example && isExample(params.example) ? params.example : null;
  const at = positionOf(location);
  const [request, event] = at ? [at.request, at.event] : [0, 0];

  useEffect(() => {
    if (example === null) return;
    const { open, run, slots } = lab.getState();
    const there = opened.current?.example === example && slots[0]?.source === opened.current.source;
    const go = () => run({ to: 'position', position: { request, event } });
    if (there) {
      if (window.location.hash === written.current) return;
      // Someone has gone there: Back may lead to what was written before.
      written.current = '';
      if (!isAt(slots[0]?.current.frame.position, { request, event })) void go();
      return;
    }
    const source = textOf(example);
    opened.current = { example, source };
    void open(0, source).then(({ is }) => {
      if (is === 'done' && (request > 0 || event > 0)) void go();
    });
  }, [lab, example, request, event]);

  const { made } = link;
  useEffect(() => {
    if (off) return;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leaving = () => window.location.hash !== written.current && hasLeft(rendered.current);
    let seen = lab.getState().slots[0]?.serial;
    const follow = async () => {
      const state = lab.getState();
      const slot = state.slots[0];
      if (!slot || state.playing || slot.busy) return;
      if (leaving()) return;
      const { example: name, source } = opened.current ?? {};
      if (slot.source !== source) {
        const address = await made();
        if (address && address !== window.location.hash && !ended && !leaving())
          navigate(address.slice(1), { replace: isLinkOf(state) });
        return;
      }
      const { position } = slot.current.frame;
      const tail =
        position.request > 0 || position.event > 0 ? `?at=${position.request}.${position.event}` : '';
      // Without an event: the page is there.
      written.current = `#/lab/${name}${tail}`;
      history.replaceState(null, '', written.current);
    };
    const stop = lab.subscribe((state) => {
      const serial = state.slots[0]?.serial;
      if (serial === seen) return;
      seen = serial;
      clearTimeout(timer);
      timer = setTimeout(() => void follow().catch(unloaded), REST);
    });
    /** The text of the scenario that the address holds. */
    let kept: string | null = null;
    const isLinkOf = (state: LabState) => {
      const source = state.slots[0]?.source ?? null;
      const same = source === kept;
      kept = source;
      return same;
    };
    return () => {
      ended = true;
      clearTimeout(timer);
      stop();
    };
  }, [lab, off, made]);
}

/** The engine counts requests and events in 32 bits. */
const MOST_POSITION = 2 ** 32 - 1;

/** The position that an address names; one that no run has is that of its end, as any behind it. */
function positionOf(location: string): Position | null {
  const named = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(
    new URLSearchParams(location.split('?')[1]).get('at') ?? '',
  );
  const count = (digits = '0') => Math.min(Number(digits), MOST_POSITION);
  return named && { request: count(named[1]), event: count(named[2]) };
}

function isAt(a: Position | undefined, b: Position): boolean {
  return a?.request === b.request && a.event === b.event;
}
