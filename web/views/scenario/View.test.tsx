import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { getAt, parseDocument } from '../../model/document';
import { exampleText } from '../../model/examples';
import type { Failure } from '../../protocol/generated/Failure';
import { ScenarioView, type Tab } from './View';

afterEach(cleanup);

let text = '';
function Harness({ failure, tab: first = 'form' }: { failure?: Failure; tab?: Tab }) {
  const [value, setValue] = useState(exampleText('bast'));
  const [tab, setTab] = useState<Tab>(first);
  text = value;
  return (
    <ScenarioView
      text={value}
      tab={tab}
      checked={failure ?? null}
      trace="t"
      onText={setValue}
      onTab={setTab}
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
  expect(screen.queryByLabelText(/^Power is lost after/)).toBeNull();
  fireEvent.change(screen.getAllByLabelText('Kind')[0] as HTMLElement, { target: { value: 'dftl' } });
  fireEvent.change(screen.getByLabelText(/^Power is lost after/), { target: { value: '40' } });
  expect(getAt(document_(), 'power_cut')).toBe(40);
  fireEvent.change(screen.getAllByLabelText('Kind')[0] as HTMLElement, { target: { value: 'page' } });
  expect(getAt(document_(), 'power_cut')).toBeUndefined();
});

test('what is typed in the form is in the text', () => {
  render(<Harness />);
  fireEvent.change(screen.getByLabelText(/^Log blocks/), { target: { value: '3' } });
  expect(getAt(document_(), 'ftl.log_blocks')).toBe(3);
});

test('another FTL brings its own fields', () => {
  render(<Harness />);
  const [kind] = screen.getAllByLabelText('Kind');
  fireEvent.change(kind as HTMLElement, { target: { value: 'dftl' } });
  expect(screen.queryByLabelText(/^Log blocks/)).toBeNull();
  expect(screen.getByLabelText(/^CMT entries/)).toHaveProperty('value', '4');
});

test('the spare factor takes the place of the logical pages', () => {
  render(<Harness />);
  fireEvent.change(screen.getByLabelText('Spare factor'), { target: { value: '0.25' } });
  expect(document_()).not.toHaveProperty('logical_pages');
  expect(document_().spare_factor).toBe(0.25);
});

test('a failure stands at its field', () => {
  render(<Harness failure={failure('device.blocks')} />);
  const input = screen.getByLabelText(/^Blocks/);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = input.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toContain('Take more blocks.');
});

test('a failure without a field of the form stands under it', () => {
  render(<Harness failure={failure('initial.log[0]')} />);
  expect(screen.getByRole('status').textContent).toContain('too little spare space');
});

test('in the text a failure names line and column and leads there', () => {
  render(<Harness tab="text" failure={failure('device.blocks')} />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Scenario as JSON');
  fireEvent.click(screen.getByRole('button', { name: /line 5, column 13/ }));
  const before = area.value.slice(0, area.selectionStart);
  expect(before.split('\n')).toHaveLength(5);
});

test('a text that is not JSON has no form', () => {
  render(<Harness tab="text" />);
  fireEvent.change(screen.getByLabelText('Scenario as JSON'), { target: { value: '{ oops' } });
  fireEvent.click(screen.getByRole('tab', { name: 'Form' }));
  expect(screen.getByText(/not a JSON object/)).toBeTruthy();
});
