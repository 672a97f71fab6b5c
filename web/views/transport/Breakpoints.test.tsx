/** The form over the engine: what it writes, what the engine refuses, and where. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { outcomeOf } from '../../protocol/engine/outcome';
import BreakpointsPopover, { type BreakpointsProps } from './Breakpoints';
import { KINDS } from './kinds';

const engine = inlineEngine();
afterAll(() => engine.close());
// jsdom has no CSS.escape, which the popover's library asks for.
beforeAll(() => vi.stubGlobal('CSS', { escape: (text: string) => text }));
afterAll(() => vi.unstubAllGlobals());
afterEach(cleanup);

function Shown(props: BreakpointsProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={trigger} type="button">
        trigger
      </button>
      <BreakpointsPopover trigger={trigger} open onOpen={() => undefined} {...props} />
    </>
  );
}

/** The last question to the engine. */
let answered: Promise<unknown> = Promise.resolve();
/** Waits until the engine has answered, and the form shows it: not for a time. */
const answer = () => act(async () => void (await answered));

function show(more: Partial<BreakpointsProps> = {}) {
  const added: string[] = [];
  const ask = async (text: string) => {
    const reply = await engine.request({ type: 'predicate', text });
    if (reply.type === 'predicate') added.push(reply.text);
  };
  const props: BreakpointsProps = {
    breakpoints: [],
    off: [],
    stopped: null,
    onAdd: (text) => {
      const answer = outcomeOf(ask(text));
      answered = answer;
      return answer;
    },
    onRemove: vi.fn(),
    onSwitch: vi.fn(),
    onHit: vi.fn(),
    ...more,
  };
  render(<Shown {...props} />);
  return { ...props, added };
}

const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Breakpoint as text' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each(KINDS.map(({ id }) => id))('the form writes %s as the engine does', async (id) => {
  const { added } = show();
  const kind = KINDS.find((each) => each.id === id);
  fireEvent.change(screen.getByRole('combobox', { name: 'Stop at' }), { target: { value: id } });
  if (kind?.number) {
    const field = screen.getByRole('spinbutton', { name: kind.number.name() });
    fireEvent.change(field, { target: { value: '3' } });
    expect(text().value).toContain('3');
  }
  press('Add');
  await answer();
  expect(added).toEqual([text().value]);
});

test('a text that the engine cannot read is marked at its error, until it is changed', async () => {
  const { added } = show();
  fireEvent.change(text(), { target: { value: 'gc or merge ful' } });
  press('Add');
  await answer();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Column 13: expected `switch`, `partial`, `full`');
  expect(alert.textContent).toContain('Did you mean `full`?');
  expect(alert.querySelector('pre')?.textContent).toBe(`gc or merge ful\n${' '.repeat(12)}^`);
  expect(text().getAttribute('aria-invalid')).toBe('true');
  expect(added).toEqual([]);
  fireEvent.change(text(), { target: { value: 'gc or merge full' } });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.submit(text());
  await answer();
  expect(added).toEqual(['gc or merge full']);
});

test('breakpoints can be switched and removed, and the hit is marked', () => {
  const props = show({
    breakpoints: ['gc or erase', 'free <= 2'],
    off: ['free <= 2'],
    stopped: { hit: 'erase', back: false },
  });
  const first = screen.getByRole<HTMLInputElement>('checkbox', { name: 'gc or erase' });
  const second = screen.getByRole<HTMLInputElement>('checkbox', { name: 'free <= 2' });
  expect([first.checked, second.checked]).toEqual([true, false]);
  expect(first.closest('li')?.textContent).toContain('stopped here');
  expect(second.closest('li')?.textContent).not.toContain('stopped here');
  fireEvent.click(second);
  expect(props.onSwitch).toHaveBeenCalledWith('free <= 2', true);
  press('Remove gc or erase');
  expect(props.onRemove).toHaveBeenCalledWith('gc or erase');
  press('Next hit');
  expect(props.onHit).toHaveBeenCalledWith(false);
});
