/** Links that hold a scenario, a position and a view: `#/s/<payload>` (model/saved/share.ts). */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRoute } from 'wouter';
import { m } from '../../i18n/compiled/messages.js';
import { inWords } from '../../i18n/failures';
import type { LinkFault, Shared } from '../../model/saved/share';
import { numberAt } from '../../model/scenario/document';
import { shownOf } from '../../protocol/engine/outcome';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { hasTrace, restore, sharedOf } from '../../state/lab/shared';
import { useLabStore } from '../../state/use-lab';
import { dismiss, say } from '../page-messages';
import { linkCode } from './link-code';

export interface Link {
  /** Why the link in the address was not opened; nothing of it was. */
  fault: string | null;
  /** The scenario that waits for its trace. */
  wanted: Shared | null;
  /** A file that may be that trace. */
  offer: (file: File) => Promise<void>;
  /** No longer waits. */
  forget: () => void;
  /** Puts a link to what is on stage in the clipboard (and, outside of lessons, in the address). */
  share: (how: { withTheme: boolean; inAddress: boolean }) => Promise<void>;
  /** The hash of a link to what is on stage, which the page then does not open again; `null` where it would be too long. */
  made: () => Promise<string | null>;
}

export function useLink(): Link {
  const lab = useLabStore();
  const [onLink, params] = useRoute('/s/*?');
  const [fault, setFault] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Shared | null>(null);
  /** The link this page made last: the page already is where it leads. */
  const last = useRef<string | null>(null);
  /** The message about the link before. */
  const refused = useRef<number | null>(null);
  const payload = onLink ? (params['*'] ?? '') : null;

  const refuse = useCallback(
    (reason: string) => {
      // With nothing on stage the stage itself says so (Shell.tsx).
      setFault(reason);
      if (lab.getState().slots[0]) refused.current = say(reason, { trouble: true });
    },
    [lab],
  );
  const open = useCallback(
    async (shared: Shared) => {
      const failure = shownOf(await restore(lab, shared));
      if (!failure) return;
      const [reason, remedy] = [await inWords(failure.message), await inWords(failure.remedy)];
      refuse(m.app_link_refused({ reason, remedy }));
    },
    [lab, refuse],
  );

  useEffect(() => {
    setFault(null);
    setWanted(null);
    // The lab's own address may take the place of one that was refused: that is still to be read.
    if (payload === null || payload === last.current) return;
    if (refused.current !== null) dismiss(refused.current);
    let left = false;
    const read = async () => {
      const { decodeShare, isFault } = await linkCode();
      if (left) return;
      const shared = decodeShare(payload);
      if (isFault(shared)) refuse(reasonOf(shared));
      else if (shared.trace && !hasTrace(lab.getState(), shared.trace)) setWanted(shared);
      else await open(shared);
    };
    read().catch((error) => refuse(m.app_not_loaded({ reason: error.message })));
    return () => {
      left = true;
    };
  }, [lab, payload, open, refuse]);

  const offer = useCallback(
    async (file: File) => {
      if (!wanted?.trace) return;
      const { name, hash, options } = wanted.trace;
      const pageBytes = numberAt(wanted.scenario, 'device.page_bytes', 4096);
      const answer = await lab
        .getState()
        .importTrace(file, name, { ...DEFAULT_OPTIONS, ...options }, pageBytes);
      const refused = shownOf(answer);
      if (refused) {
        const [reason, remedy] = [await inWords(refused.message), await inWords(refused.remedy)];
        say(m.app_link_trace_refused({ file: file.name, reason, remedy }), { trouble: true });
      }
      // Cancelled: the link still waits for its trace.
      if (answer.is !== 'done') return;
      if (answer.value.import.hash !== hash) {
        const found = answer.value.import.hash;
        say(m.app_link_trace_other({ file: file.name, name, found, hash }), { trouble: true });
      } else {
        setWanted(null);
        await open(wanted);
      }
    },
    [lab, wanted, open],
  );

  const share = useCallback<Link['share']>(
    async ({ withTheme, inAddress }) => {
      const shared = sharedOf(lab.getState(), withTheme);
      if (!shared) return;
      const { encodeShare, MOST_CHARS, SAFE_CHARS } = await linkCode();
      const link = encodeShare(shared);
      if (link.length > MOST_CHARS) {
        say(m.app_share_too_long({ length: link.length, most: MOST_CHARS }), { trouble: true });
        return;
      }
      const address = `${location.origin}${location.pathname}#/s/${link}`;
      last.current = link;
      const copied = await copy(address);
      // Replaced without an event: the page already is where the link leads.
      if (inAddress || !copied) history.replaceState(null, '', `#/s/${link}`);
      const words = [copied ? m.app_share_copied() : m.app_share_in_address()];
      if (shared.trace) words.push(m.app_share_needs_trace({ name: shared.trace.name }));
      if (address.length > SAFE_CHARS) words.push(m.app_share_long({ length: address.length }));
      say(words.join(' '));
    },
    [lab],
  );
  const made = useCallback<Link['made']>(async () => {
    const shared = sharedOf(lab.getState());
    if (!shared) return null;
    const { encodeShare, MOST_CHARS } = await linkCode();
    const link = encodeShare(shared);
    if (link.length > MOST_CHARS) return null;
    last.current = link;
    return `#/s/${link}`;
  }, [lab]);
  return { fault, wanted, offer, forget: () => setWanted(null), share, made };
}

/** Whether it was put in the clipboard: in some frames there is none. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function reasonOf(fault: LinkFault): string {
  switch (fault.kind) {
    case 'cut':
      return m.app_link_cut({ has: fault.has, of: fault.of });
    case 'newer':
      return m.app_link_newer({ version: fault.version });
    case 'altered':
      return m.app_link_altered();
    case 'too_long':
      return m.app_link_too_long({ most: fault.most });
    case 'beyond':
      return m.app_link_beyond({ number: fault.number });
    case 'not_a_link':
      return m.app_link_not_a_link();
  }
}
