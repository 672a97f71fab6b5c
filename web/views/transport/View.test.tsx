import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Frame } from '../../protocol/generated/Frame';
import { destinations, positionWords, speedAt, speedPlace } from './position';
import { type TransportProps, TransportView } from './View';

// jsdom has no CSS.escape, which the menu's library asks for.
beforeAll(async () => {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  // Loaded before it is waited for: how long that takes is the machine's affair.
  await import('./RunTo');
});
afterAll(() => vi.unstubAllGlobals());
afterEach(cleanup);

function frame(request: number, event: number, requests = 400, events = 9): Frame {
  return { position: { request, event }, requests, events } as Frame;
}

const NO_BREAKS: TransportProps['breaks'] = {
  breakpoints: [],
  off: [],
  stopped: null,
  onAdd: vi.fn(),
  onRemove: vi.fn(),
  onSwitch: vi.fn(),
  onHit: vi.fn(),
};

function show(more: Partial<TransportProps> = {}) {
  const props: TransportProps = {
    ftl: 'bast',
    frame: frame(11, 3),
    playing: false,
    speed: 2,
    reached: null,
    grain: 'operation',
    busy: null,
    breaks: NO_BREAKS,
    short: false,
    untold: false,
    onPlay: vi.fn(),
    onPause: vi.fn(),
    onStep: vi.fn(),
    onRun: vi.fn(),
    onCancel: vi.fn(),
    onSpeed: vi.fn(),
    onGrain: vi.fn(),
    ...more,
  };
  render(<TransportView {...props} />);
  return props;
}

test('the buttons have their names and do what they say', () => {
  const props = show();
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  press('Step');
  press('Step back');
  press('Next request');
  press('Previous request');
  press('Play');
  expect(vi.mocked(props.onStep).mock.calls).toEqual([
    [false],
    [true],
    [false, 'request'],
    [true, 'request'],
  ]);
  expect(props.onPlay).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Run to…' }).getAttribute('aria-haspopup')).toBe('menu');
});

test('a short one steps and plays, in a line with what it moves', () => {
  show({ short: true, children: <hr /> });
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(['Step back', 'Play', 'Step']);
  expect(screen.getByRole('separator')).toBeTruthy();
  cleanup();
  show({ short: true, end: <button type="button">All</button> });
  expect(screen.getByRole('group', { name: 'A step is' })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('while playing the button pauses', () => {
  const props = show({ playing: true });
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(props.onPause).toHaveBeenCalledOnce();
});

test('at the ends of the run the buttons without a target are off, and keep the focus', () => {
  const props = show({ frame: frame(400, 0) });
  const step = screen.getByRole('button', { name: 'Step' });
  expect(step.getAttribute('aria-disabled')).toBe('true');
  step.focus();
  fireEvent.click(step);
  expect(props.onStep).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(step);
  cleanup();
  show({ frame: frame(0, 0) });
  expect(screen.getByRole('button', { name: 'Step back' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'Step' }).getAttribute('aria-disabled')).toBe('false');
});

test('the position is shown in words', () => {
  expect(positionWords(frame(11, 3))).toEqual({ at: 'request 12 of 400', step: 'step 3 of 9' });
  expect(positionWords(frame(12, 0))).toEqual({ at: 'request 12 of 400', step: null });
  expect(positionWords(frame(0, 0))).toEqual({ at: 'before the first of 400 requests', step: null });
  expect(positionWords(frame(400, 0))).toEqual({ at: 'end: all 400 requests done', step: null });
});

test('Run to… offers what the scheme can do', () => {
  const ids = (ftl: string) => destinations(ftl).map((destination) => destination.id);
  expect(ids('bast')).toEqual(['switch_merge', 'partial_merge', 'full_merge', 'erase', 'end', 'start']);
  expect(ids('fast')).toContain('reclaim_begin');
  expect(ids('replacement')).toEqual([
    'chain_chosen',
    'switch_merge',
    'partial_merge',
    'erase',
    'end',
    'start',
  ]);
  expect(ids('block')).toEqual(['full_merge', 'erase', 'end', 'start']);
  expect(ids('dftl')).toEqual(['cmt_miss', 'gc', 'erase', 'end', 'start']);
  expect(ids('page')).toEqual(['gc', 'erase', 'end', 'start']);
  expect(destinations('page', true).map(({ id }) => id)).toEqual([
    'destage_begin',
    'gc',
    'erase',
    'end',
    'start',
  ]);
});

/** Opens the menu: when this is done it is there, however long that took. */
async function openMenu() {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Run to…' }));
    await import('./RunTo');
  });
}

test('the menu opens by the button and runs to the chosen target', async () => {
  const props = show();
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Next full merge' }));
  expect(props.onRun).toHaveBeenCalledWith({ to: 'next', until: 'full_merge', back: false });
});

test('a step is reached by its numbers', async () => {
  const props = show();
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'A step…' }));
  const request = screen.getByRole('textbox', { name: 'Request' });
  fireEvent.change(request, { target: { value: '7' } });
  fireEvent.blur(request);
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(props.onRun).toHaveBeenCalledWith({ to: 'position', position: { request: 6, event: 3 } });
});

test('the page names the breakpoint that stopped the run, and any that no longer holds', () => {
  const said = (stopped: TransportProps['breaks']['stopped']) => {
    show({ breaks: { ...NO_BREAKS, stopped } });
    const text = screen.getByTestId('stopped').textContent;
    cleanup();
    return text;
  };
  expect(said(null)).toBe('');
  expect(said({ hit: 'merge full blocks >= 3', back: false })).toBe(
    'stopped: full merge of 3 or more logical blocks',
  );
  expect(said({ hit: null, back: false })).toBe('no further hit');
  expect(said({ hit: null, back: true })).toBe('no earlier hit');
});

test('the ways to the hits are there while a breakpoint is on', () => {
  show();
  expect(screen.queryByRole('button', { name: 'Next hit' })).toBeNull();
  cleanup();
  const onHit = vi.fn();
  show({ breaks: { ...NO_BREAKS, breakpoints: ['gc', 'erase'], off: ['gc'], onHit } });
  expect(screen.getByRole('button', { name: 'Breakpoints, 1 on' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next hit' }));
  fireEvent.click(screen.getByRole('button', { name: 'Previous hit' }));
  expect(onHit.mock.calls).toEqual([[false], [true]]);
});

test('the slider goes through the set speeds, and is at the nearest one to the speed chosen by keys', () => {
  expect(speedAt(speedPlace(4))).toBe(4);
  expect(speedAt(speedPlace(5))).toBe(4);
  expect(speedAt(speedPlace(0.01))).toBe(0.25);
  const props = show({ speed: 5 });
  const slider = screen.getByRole('slider', { name: 'Speed' });
  expect(slider.getAttribute('aria-valuetext')).toBe('5 steps/s');
  fireEvent.change(slider, { target: { value: speedPlace(16) } });
  expect(props.onSpeed).toHaveBeenCalledWith(16);
});

test('the grain is one of three', () => {
  const props = show({ grain: 'action' });
  const grain = within(screen.getByRole('group', { name: 'A step is' }));
  expect(grain.getByRole('button', { name: 'Action' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(grain.getByRole('button', { name: 'Flash op' }));
  expect(props.onGrain).toHaveBeenCalledWith('operation');
});
