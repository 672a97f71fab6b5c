/** By which policy FTLs choose the blocks that they clean: what a comparison gives all of them, and names. */
import { kindOf, type ScenarioDocument } from '../scenario/document';
import { plain } from '../scenario/mid-run';
import { policyOf } from '../schemes';

/** FTLs by how they choose, in the order in which they come. */
export interface Cleaning {
  policy: string;
  ftls: string[];
}

/** The victim policies of compared scenarios, each FTL once. */
export function cleaningOf(documents: readonly ScenarioDocument[]): Cleaning[] {
  const found = new Map<string, Set<string>>();
  for (const document of documents) {
    const policy = policyOf(document);
    if (policy === undefined) continue;
    const ftls = found.get(plain(policy)) ?? new Set();
    found.set(plain(policy), ftls.add(kindOf(document, 'ftl')));
  }
  return [...found].map(([policy, ftls]) => ({ policy, ftls: [...ftls] }));
}
