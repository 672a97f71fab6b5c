/** The engine of lessons under Node, for their check and their tests: with the bundled traces, as the page has them. */
import { existsSync, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { bundledEngine } from '../model/bundled-engine';
import type { EngineClient } from '../protocol/engine-client';
import { inlineEngine } from '../protocol/inline-engine';

const TRACES = join(import.meta.dirname, '..', '..', 'public', 'traces');

export function nodeEngine(): EngineClient {
  return bundledEngine(inlineEngine(), async (file) => {
    const path = join(TRACES, file);
    return existsSync(path) ? openAsBlob(path) : null;
  });
}
