import { expect, test } from 'vitest';
import { bufferExampleText, channelsExampleText, exampleText } from '../../../model/scenario/examples';
import { FTLS } from '../../../model/schemes';
import json from '../../../protocol/generated/scenario.schema.json';
import { SCHEMES } from '../../../protocol/generated/schemes';
import { placeIn } from './place';
import type { Schema } from './schema';
import { meaningAt, suggestionsAt } from './suggest';

const SCHEMA: Schema = json;

/** The place of the caret, which is `|` in the text. */
function place(marked: string) {
  const at = marked.indexOf('|');
  return placeIn(marked.slice(0, at) + marked.slice(at + 1), at);
}
function suggested(marked: string) {
  const at = place(marked);
  return at ? suggestionsAt(SCHEMA, at) : [];
}
const labels = (marked: string) => suggested(marked).map(({ label }) => label);
const path = (marked: string) => place(marked)?.steps.map(({ key }) => key);

test('a place is found in a text that is being written', () => {
  expect(path('{ "device": { "blocks": 3, "pa|')).toEqual(['device', 'pa']);
  expect(path('{ "precondition": [{ "kind": "a" }, { "kind": "|" }] }')).toEqual(['precondition', 1, 'kind']);
  expect(place('{ "ftl": { "kind": | } }')).toMatchObject({ at: 'value', token: null });
  expect(place('{ "ftl": { "ki|nd": "page" } }')).toMatchObject({ at: 'key', hasValue: true });
  expect(place('{ "ftl": { "kind": "page", | } }')).toMatchObject({ at: 'key', token: null });
  // A value that is missing before the next line, a comma that is missing, a quote that is not closed.
  expect(place('{ "ftl": {\n"kind": |\n"log_blocks": 2 } }')).toMatchObject({ at: 'value', token: null });
  expect(path('{ "ftl": { "kind": "bast"\n"lo|" } }')).toEqual(['ftl', 'lo']);
  expect(place('{ "ftl": { "kind": "ba|\n } }')).toMatchObject({ at: 'value', token: { text: 'ba' } });
  expect(place('|{ }')).toBeNull();
  expect(place('{ "a": "|{" }')).toMatchObject({ at: 'value', token: { text: '{' } });
});

test('keys are those of the part, less those that are there', () => {
  expect(labels('{ | }')).toEqual(expect.arrayContaining(['device', 'ftl', 'workload', 'ram_bytes']));
  expect(labels('{ "device": { "blocks": 9, "|" } }').sort()).toEqual(
    ['page_bytes', 'pages_per_block', 'program_order', 'timing'].sort(),
  );
  expect(labels('{ "device": { "blo|cks": 9 } }')).toContain('blocks');
  expect(labels('{ "nonsense": { | } }')).toEqual([]);
});

test.each(FTLS)('of %s the keys are its options, its kind before or behind them', (kind) => {
  const options = Object.keys(SCHEMES[kind]).sort();
  expect(labels(`{ "ftl": { "kind": "${kind}", | } }`).sort()).toEqual(options);
  expect(labels(`{ "ftl": { "|", "kind": "${kind}" } }`).sort()).toEqual(options);
});

test('values are those of a choice, whatever kind is there now', () => {
  expect(labels('{ "ftl": { "kind": "|" } }')).toEqual(expect.arrayContaining([...FTLS]));
  expect(labels('{ "ftl": { "kind": "ba|st", "log_blocks": 2 } }')).toEqual(expect.arrayContaining(['dftl']));
  expect(labels('{ "ftl": { "kind": "dftl", "lazy_copy": | } }')).toEqual(['true', 'false']);
  expect(labels('{ "device": { "timing": "|" } }')).toEqual([
    'slides',
    'dftl09-large',
    'dftl09-small',
    'dftlj',
    'hu',
  ]);
  expect(labels('{ "workload": { "kind": "pattern", "pattern": "|" } }')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(labels('{ "device": { "page_bytes": | } }')).toEqual(['4096']);
  expect(labels('{ "interventions": [{ "request": 3, "set": { "gc_policy": "|" } }] }')).toContain(
    'cost_benefit',
  );
});

test('the written text has the parts that the scenario needs, and nothing twice', () => {
  const text = (marked: string, label: string) =>
    suggested(marked).find((each) => each.label === label)?.text;
  expect(text('{ | }', 'ftl')).toBe('"ftl": { "kind": "|" }');
  expect(text('{ | }', 'format')).toBe('"format": 1');
  expect(text('{ | }', 'precondition')).toBe('"precondition": [|]');
  expect(text('{ | }', 'name')).toBe('"name": "|"');
  expect(text('{ "device": { "blo|": 9 } }', 'blocks')).toBe('"blocks"');
  expect(text('{ "ftl": { "kind": "page", "gc_policy": | } }', 'fifo')).toBe('"fifo"');
  expect(text('{ "ftl": { "kind": "page", "gc_policy": | } }', 'd_choices')).toMatch(
    /^\{ .*"kind": "d_choices".*\}$/,
  );
  const all = labels('{ "ftl": { "kind": "page", "gc_policy": | } }');
  expect(new Set(all).size).toBe(all.length);
  expect(suggested('{ | }').find(({ label }) => label === 'device')?.needed).toBe(true);
});

test('keys and names say what they mean', () => {
  const meaning = (marked: string) => {
    const at = place(marked);
    const found = at && meaningAt(SCHEMA, at);
    return found && `${found.title}: ${found.schema.description}`;
  };
  expect(meaning('{ "device": { "blo|cks": 9 } }')).toBe('blocks: Erase blocks.');
  expect(meaning('{ "device": { "blocks": 9| } }')).toBe('blocks: Erase blocks.');
  expect(meaning('{ "ftl": { "kind": "page", "gc_policy": "gre|edy" } }')).toMatch(
    /^greedy: Fewest valid pages/,
  );
  expect(meaning('{ "device": | }')).toBeNull();
});

test.each([...FTLS.map(exampleText), bufferExampleText(), channelsExampleText()])(
  'every key of an example is known in its place',
  (text) => {
    for (const { index } of text.matchAll(/"[a-z_]+":/g)) {
      const at = placeIn(text, index + 1);
      const key = /^[a-z_]+/.exec(text.slice(index + 1))?.[0];
      expect(at?.at).toBe('key');
      expect(at && suggestionsAt(SCHEMA, at).map(({ label }) => label)).toContain(key);
    }
  },
);
