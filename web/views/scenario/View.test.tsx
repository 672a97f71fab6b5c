import { acceptCompletion } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { getAt, parseDocument } from '../../model/scenario/document';
import { exampleText } from '../../model/scenario/examples';
import type { Failure } from '../../protocol/generated/Failure';
import { type Part, ScenarioView } from './View';

afterEach(cleanup);
// jsdom measures no text.
Range.prototype.getClientRects = () => document.createElement('p').getClientRects();

let text = '';
function Harness({ failure, part: first = 'ftl' }: { failure?: Failure; part?: Part }) {
  const [value, setValue] = useState(exampleText('bast'));
  const [part, setPart] = useState<Part>(first);
  text = value;
  return (
    <ScenarioView
      text={value}
      part={part}
      checked={failure ?? null}
      trace="t"
      onText={setValue}
      onPart={setPart}
    />
  );
}
const failure = (field: string): Failure => ({
  kind: 'scenario',
  message: 'too little spare space',
  remedy: 'Take more blocks.',
  field,
  line: 5,
  column: 13,
});
const document_ = () => parseDocument(text) ?? {};

test('power can be cut where there is a recovery, and is not elsewhere', () => {
  render(<Harness />);
  expect(screen.queryByLabelText(/^Power loss after/)).toBeNull();
  fireEvent.change(screen.getByLabelText('FTL'), { target: { value: 'dftl' } });
  fireEvent.change(screen.getByLabelText(/^Power loss after/), { target: { value: '40' } });
  expect(getAt(document_(), 'power_cut')).toBe(40);
  fireEvent.change(screen.getByLabelText('FTL'), { target: { value: 'page' } });
  expect(getAt(document_(), 'power_cut')).toBeUndefined();
});

test('the text follows the form', () => {
  render(<Harness />);
  fireEvent.change(screen.getByLabelText(/^Log blocks/), { target: { value: '3' } });
  expect(getAt(document_(), 'ftl.log_blocks')).toBe(3);
});

test('another FTL brings its own fields', () => {
  render(<Harness />);
  fireEvent.change(screen.getByLabelText('FTL'), { target: { value: 'dftl' } });
  expect(screen.queryByLabelText(/^Log blocks/)).toBeNull();
  expect(screen.getByLabelText(/^CMT entries/)).toHaveProperty('value', '4');
});

test('the spare factor takes the place of the logical pages', () => {
  render(<Harness part="device" />);
  fireEvent.change(screen.getByLabelText('Spare factor'), { target: { value: '0.25' } });
  expect(document_()).not.toHaveProperty('logical_pages');
  expect(document_().spare_factor).toBe(0.25);
});

test('an error is shown at its field', () => {
  render(<Harness failure={failure('device.blocks')} />);
  // Another part is open: what is wrong is said above it, with the way to the field.
  expect(screen.getByRole('status').textContent).toContain('too little spare space');
  fireEvent.click(screen.getByRole('button', { name: 'Show the field' }));
  expect(screen.getByRole('status').textContent).toBe('');
  const input = screen.getByLabelText(/^Blocks/);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = input.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toContain('Take more blocks.');
});

test.each([
  ['0', 'Log blocks must be a whole number, 1 or more. You typed “0”.'],
  ['abc', 'Log blocks must be a whole number, 1 or more. You typed “abc”.'],
])('an impossible number is an error in the form’s words: %s', (typed, words) => {
  render(<Harness failure={failure('ftl.log_blocks')} />);
  const input = screen.getByLabelText(/^Log blocks/);
  fireEvent.change(input, { target: { value: typed } });
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
});

test('an error without a field of the form is above the form', () => {
  render(<Harness failure={failure('initial.log[0]')} />);
  expect(screen.getByRole('status').textContent).toContain('too little spare space');
});

const editor = () => screen.findByRole('textbox', { name: 'Scenario as JSON' });
/** The state of CodeMirror: behind the drawn text. */
const viewOf = (content: HTMLElement) => {
  const view = EditorView.findFromDOM(content);
  if (!view) throw new Error('no editor');
  return view;
};

test('in the text a failure names line and column and leads there', async () => {
  render(<Harness part="text" failure={failure('device.blocks')} />);
  const view = viewOf(await editor());
  expect((await editor()).getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: /line 5, column 13/ }));
  const { from } = view.state.selection.main;
  const { number, from: start } = view.state.doc.lineAt(from);
  expect([number, from - start]).toEqual([5, 12]);
});

test('a text that is not JSON has no form', async () => {
  render(<Harness part="text" />);
  const view = viewOf(await editor());
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '{ oops' } }));
  expect(text).toBe('{ oops');
  fireEvent.click(screen.getByRole('tab', { name: /^FTL/ }));
  expect(await screen.findByText(/not a JSON object/)).toBeTruthy();
});

test('a suggestion is written with what it needs; Escape closes the list and nothing else', async () => {
  const heard = vi.fn();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: as a dialog does
    <div onKeyDown={({ key }) => heard(key)}>
      <Harness part="text" />
    </div>,
  );
  const content = await editor();
  const view = viewOf(content);
  const type = (insert: string) =>
    act(() =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert },
        selection: { anchor: insert.length },
        userEvent: 'input.type',
      }),
    );
  type('{ "ftl": { "kind": "dftl", "cmt_e');
  expect((await screen.findByRole('option', { name: /cmt_entries/ })).textContent).toContain('cmt_entries');
  fireEvent.keyDown(content, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(heard).not.toHaveBeenCalled();
  fireEvent.keyDown(content, { key: 'Escape' });
  expect(heard).toHaveBeenCalledWith('Escape');

  type('{ "seed": 3 "ft');
  await screen.findByRole('option', { name: /ftl/ });
  // A list that has just opened takes no Enter, lest one that was meant for the text falls into it.
  await waitFor(() => expect(acceptCompletion(view)).toBe(true));
  await waitFor(() => expect(text).toBe('{ "seed": 3, "ftl": { "kind": "" }'));
  expect(await screen.findByRole('option', { name: /superblock/ })).toBeTruthy();
});
