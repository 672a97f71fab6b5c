/** The worker of a sheet: a sweep's plan, its results, its tables. No fetch here. */
import init, { mean, Plans } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import type { FromSheet, ToSheet } from '../protocol/sheet';
import { SheetDesk } from '../protocol/sheet-desk';
import { keptResults } from './kept-results';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToSheet>) => void) | null;
  postMessage(message: FromSheet): void;
};

const started = init({ module_or_path: url }).then(() => new SheetDesk(new Plans(), mean, keptResults(url)));

self.onmessage = ({ data }) => {
  started
    .then((desk) => desk.receive(data))
    .catch((error): FromSheet => ({ is: 'crash', message: String(error) }))
    .then((message) => self.postMessage(message));
};
