/** Documents in files of their own: a scenario, as `ftl-lab run` takes it, or a plan of `ftl-lab sweep`. */
import { isObject, type Json } from '../scenario/document';

/** A larger one is no document that a person writes; the command line reads as much (`input.rs`). */
const MOST_BYTES = 64 * 2 ** 20;

/** Members of a plan beside its scenario. */
const OF_PLANS = ['over', 'list', 'seeds', 'illegal'] as const;

export interface DocumentFile {
  is: 'scenario' | 'plan';
  text: string;
}

/** The document that a file is meant as, a faulty one too; `null`: it is something else. */
export async function documentIn(file: Blob): Promise<DocumentFile | null> {
  if (file.size > MOST_BYTES || !/^\s*\{/.test(await file.slice(0, 256).text())) return null;
  const text = await file.text();
  if (isPlan(text)) return { is: 'plan', text };
  return /"(?:ftl|workload)"\s*:/.test(text) ? { is: 'scenario', text } : null;
}

function isPlan(text: string): boolean {
  try {
    const document = JSON.parse(text.replace(/^\ufeff/, '')) as Json;
    return isObject(document) && isObject(document.scenario) && OF_PLANS.some((name) => name in document);
  } catch {
    return false;
  }
}
