import { expect, test } from 'vitest';
import manifest from '../../../package.json';
import { crates, partsOf, written } from './licences.mjs';

const at = (path: string) => `${process.cwd()}/node_modules/${path}`;

test('a package is known by any of its files, and by the bundler’s own names of them', () => {
  const moduleIds = [
    `\0${at('react/index.js')}?commonjs-es-import`,
    at('react/jsx-runtime.js'),
    at('@lezer/highlight/dist/index.js'),
    `${process.cwd()}/web/main.tsx`,
    '\0virtual:messages-first',
  ];
  const parts = partsOf({ 'main.js': { type: 'chunk', moduleIds }, 'x.css': { type: 'asset' } });
  expect(parts.map(({ name, licence }) => `${name} ${licence}`)).toEqual([
    'react MIT',
    '@lezer/highlight MIT',
  ]);
  expect(parts.every(({ texts }) => texts.join('').includes('Permission is hereby granted'))).toBe(true);
});

test('every package that the page imports has a text to go along with it', () => {
  const moduleIds = Object.keys(manifest.dependencies).map((name) => at(`${name}/index.js`));
  const parts = partsOf({ 'main.js': { type: 'chunk', moduleIds } });
  const without = parts.filter(({ texts }) => texts.length === 0);
  // It is in the public domain, and comes without a file that says so.
  expect(without.map(({ name, licence }) => `${name} ${licence}`)).toEqual(['wouter Unlicense']);
});

test('the crates of the wasm modules are those that run in them, with their texts', () => {
  const found = crates();
  const names = found.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['wasm-bindgen', 'serde', 'serde_json', 'std (the library of Rust)']),
  );
  // Of macros, tests, the command line and the workspace itself nothing is in them.
  for (const other of ['serde_derive', 'proptest', 'clap', 'rquickjs', 'sim', 'walrus', 'ts-rs', 'schemars'])
    expect(names).not.toContain(other);
  expect(found.filter(({ texts }) => texts.length === 0).map(({ name }) => name)).toEqual([]);
});

test('a text that several have in common is there once', () => {
  const part = (name: string, text: string) => ({ name, version: '1.0.0', licence: 'MIT', texts: [text] });
  const text = written([part('b', 'the same'), part('a', 'the same'), part('c', 'another')]);
  expect(text.split('the same')).toHaveLength(2);
  expect(text).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n');
  expect(text.indexOf('another')).toBeGreaterThan(text.indexOf('the same'));
});
