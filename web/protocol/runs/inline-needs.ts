/**
 * The needs of scenarios, answered by the module that the other inline engines share. Tests that make comparisons
 * import this file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as engine from '../pkg/engine.js';
import { giveNeeds } from './needs';

engine.initSync({ module: readFileSync(join(import.meta.dirname, '../pkg/engine_bg.wasm')) });
giveNeeds(engine);
