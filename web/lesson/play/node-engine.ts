/** The engine of lessons under Node, for their check and their tests: with the bundled traces, as the page has them. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledEngine } from '../../model/traces/bundled-engine';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { inlineChallenges } from '../../protocol/inline-challenges';
import { loadModels } from '../../protocol/models';
import type { StartChallenges } from '../language/challenge';

const TRACES = join(import.meta.dirname, '../../../public/traces');
const MODELS = join(import.meta.dirname, '../../protocol/pkg/models_bg.wasm');

export function nodeEngine(): EngineClient {
  void loadModels(readFileSync(MODELS));
  return bundledEngine(inlineEngine(), async (file) => {
    const path = join(TRACES, file);
    return existsSync(path) ? openAsBlob(path) : null;
  });
}

/** The module of challenges of lessons under Node. */
export const nodeRounds: StartChallenges = async () => inlineChallenges();
