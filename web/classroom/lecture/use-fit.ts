/**
 * The audience cannot scroll. Where the text does not fit, the style sheet makes room in steps; `data-crowded` on the root names
 * the step. Where figures or tables below the stage do not fit, or leave it too little room, `data-looked` gives them its place.
 * `data-rested`: the step's stage is there, and both are final.
 */
import { useEffect, useLayoutEffect } from 'react';
import { onTheme } from '../../base/tokens';

/** The steps that projector.css knows. */
const MOST = 5;

/** In the stage's place figures are this many tenths of their size at most. */
const LARGEST = 22;
/** They are as large as they all fit. Within a step they only get smaller: figures change with the stage, and would jump. */
let tenths = LARGEST;
/** A request for the frame after which the stage has the size that the step leaves it; 0: it has it. */
let settling = 0;
/** Milliseconds after which a step's figures show what the step is about, and no longer the one before. */
const AT_REST = 700;
let rest: ReturnType<typeof setTimeout> | undefined;
/** The step's stage is there, and not that of a question which is being left. */
let complete = false;

/**
 * With every render of the step at hand, and where the room, its letters, the figures or the stage change. `moment`: another
 * one has another stage, or figures. `there`: this one's is shown. Where it takes long nothing is at rest before.
 */
export function useFit(on: boolean, moment: string, there: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said above
  useLayoutEffect(() => {
    complete = there;
    if (on) begin();
  }, [on, moment, there]);
  useLayoutEffect(() => {
    if (on) makeRoom();
  });
  useEffect(() => {
    if (!on) return;
    const letters = onTheme(begin);
    addEventListener('resize', begin);
    void document.fonts?.ready.then(begin);
    const seen = new MutationObserver(placeFigures);
    for (const name of ['.side', '.centre', '.lesson-view']) {
      const root = part(name);
      const seeing = {
        childList: true,
        characterData: true,
        subtree: true,
        attributeFilter: ['data-scrolls', 'height', 'viewBox', 'hidden'],
      };
      if (root) seen.observe(root, seeing);
    }
    return () => {
      letters();
      removeEventListener('resize', begin);
      seen.disconnect();
      cancelAnimationFrame(settling);
      settling = 0;
      clearTimeout(rest);
      delete document.documentElement.dataset.crowded;
      delete document.documentElement.dataset.looked;
      delete document.documentElement.dataset.rested;
    };
  }, [on]);
}

function begin(): void {
  const { dataset } = document.documentElement;
  delete dataset.looked;
  delete dataset.rested;
  tenths = LARGEST;
  makeRoom();
  cancelAnimationFrame(settling);
  settling = requestAnimationFrame(() => {
    settling = requestAnimationFrame(() => {
      settling = 0;
      placeFigures();
    });
  });
  clearTimeout(rest);
  rest = setTimeout(() => {
    tenths = LARGEST;
    if (dataset.looked === 'alone') dataset.looked = 'large';
    placeFigures();
    if (complete) dataset.rested = '';
  }, AT_REST);
}

function makeRoom(): void {
  const text = part('.lesson-view > .scroll');
  const { dataset } = document.documentElement;
  delete dataset.crowded;
  for (let level = 1; level <= MOST && overflows(text); level += 1) dataset.crowded = String(level);
  placeFigures();
}

/**
 * First in the place of the blocks, where channels are drawn below these; then in that of the whole stage, in letters as large as
 * they may be. Until the next step: with the figures in its place the stage would have room again.
 */
function placeFigures(): void {
  if (settling !== 0) return;
  const { dataset } = document.documentElement;
  const [channels, charts, scrolls] = [part('.channels'), part('.spectrum'), part('[data-scrolls]')];
  // A chart is over all of them.
  if (part('.chart')) {
    delete dataset.looked;
    return;
  }
  const beside = part('.compare-bar') !== null && part('[data-look~=timeline]') !== null;
  if (beside !== ['beside', 'figures'].includes(dataset.looked ?? '')) {
    dataset.looked = beside ? 'beside' : 'large';
    tenths = LARGEST;
  }
  const figures = [part('.inspected:not([hidden])'), part('.timeline')].find((each) => each?.clientHeight);
  const lanes = channels?.lastElementChild?.lastElementChild;
  const full = () => overflows(figures) || overflows(channels) || overflows(lanes);
  if (!dataset.looked && (full() || (figures && (scrolls || overflows(charts)))))
    dataset.looked = channels ? 'channels' : mostlyEmpty(figures) ? 'stage' : 'large';
  if (dataset.looked === 'channels' && figures && full()) dataset.looked = 'large';
  if (!figures || !['large', 'beside', 'figures'].includes(dataset.looked ?? '')) return;
  const { style } = document.documentElement;
  for (; tenths >= 10; tenths -= 1) {
    style.setProperty('--times', String(tenths / 10));
    if (!spills(figures)) return;
  }
  if (dataset.looked === 'large') dataset.looked = 'alone';
  if (dataset.looked !== 'beside') return;
  // Many figures have the place of the lanes too.
  dataset.looked = 'figures';
  tenths = LARGEST;
  placeFigures();
}

/** Tables with nothing in them yet: a paragraph each. */
function mostlyEmpty(figures: Element | null | undefined): boolean {
  const [empty, tables] = ['.tables > p', '.tables table'].map(
    (each) => figures?.querySelectorAll(each).length ?? 0,
  );
  return Number(empty) > Number(tables);
}

/** Whether anything in it would have to be scrolled. */
function spills(figures: Element): boolean {
  const scrolls = (part: Element) => /auto|scroll/.test(getComputedStyle(part).overflow);
  return overflows(figures) || [...figures.querySelectorAll('div')].filter(scrolls).some(overflows);
}

function part(name: string): HTMLElement | null {
  return document.querySelector(`.lecture ${name}`);
}

function overflows(part: Element | null | undefined): boolean {
  if (!part) return false;
  return part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
}
