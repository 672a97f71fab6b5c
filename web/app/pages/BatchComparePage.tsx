/** The comparison in bulk, with the workers that run it, and the link to it. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { m } from '../../i18n/compiled/messages.js';
import { PRESETS } from '../../model/plans/batch-compare';
import { decodeShare, isFault, MOST_CHARS } from '../../model/saved/share';
import { baseOfLink, batches, linkOf, prepare, runBatch } from '../../state/plans/batch-compare';
import { useLabStore } from '../../state/use-lab';
import { BatchCompare } from '../../views/batch-compare';
import { copy, reasonOf } from '../address/use-link';
import { importTrace, loadBundled, startEngine } from '../engines/start-engine';
import { startRun } from '../engines/start-run';
import { say } from '../page-messages';

const SERVICES = { importTrace, bundled: loadBundled };

export interface BatchComparePageProps {
  /** The part of an address behind `#/batch/`: the varied field and the scenario (`linkOf`). */
  linked: { preset: string; payload: string } | null;
}

export default function BatchComparePage({ linked }: BatchComparePageProps) {
  const lab = useLabStore();
  const wanted = useStore(batches, (state) => state.wanted);
  const [refused, setRefused] = useState<string | null>(null);
  const { preset, payload } = linked ?? {};
  useEffect(() => {
    if (wanted) void runBatch(startRun);
  }, [wanted]);
  useEffect(() => {
    setRefused(null);
    if (payload === undefined) return;
    let left = false;
    const open = async () => {
      const shared = decodeShare(payload);
      const asked = PRESETS.find((each) => each === preset);
      if (isFault(shared)) return reasonOf(shared);
      if (!asked) return m.app_link_not_a_link();
      const base = await baseOfLink(shared, lab.getState(), SERVICES);
      if (!base) return m.batch_link_trace({ name: shared.trace?.name ?? '' });
      if (!left) prepare(base, asked, true);
      return null;
    };
    open().then(
      (reason) => left || setRefused(reason),
      (error) => left || setRefused(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      left = true;
    };
  }, [lab, preset, payload]);
  return (
    <BatchCompare
      start={startRun}
      engine={startEngine}
      {...SERVICES}
      linked={linked !== null}
      refused={refused}
      share={share}
    />
  );
}

async function share(): Promise<void> {
  const link = linkOf(batches.getState());
  if (!link) return;
  if (link.length > MOST_CHARS) {
    say(m.app_share_too_long({ length: link.length, most: MOST_CHARS }), { trouble: true });
    return;
  }
  const address = `${location.origin}${location.pathname}${link}`;
  say((await copy(address)) ? m.batch_link_copied() : m.app_copy_by_hand({ text: address }));
}
