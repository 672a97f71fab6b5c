/** Links that hold a scenario and a position: `#/s/<payload>` (model/share.ts). */
import { useCallback, useEffect, useState } from 'react';
import { useRoute } from 'wouter';
import { m } from '../i18n/compiled/messages.js';
import { parseDocument, writeDocument } from '../model/document';
import { exampleText, FIRST_EXAMPLE } from '../model/examples';
import { decodeShare, encodeShare, type ShareError } from '../model/share';
import { useLabStore } from '../state/use-lab';

const REASONS: Record<ShareError, () => string> = {
  cut: m.app_link_cut,
  newer: m.app_link_newer,
  not_a_link: m.app_link_not_a_link,
};

export interface Link {
  /** What is to be said about a link that was opened or made; `null` when nothing is. */
  message: string | null;
  dismiss: () => void;
  /** Puts a link to the present scenario and position in the address and the clipboard. */
  share: () => Promise<void>;
}

export function useLink(): Link {
  const lab = useLabStore();
  const [onLink, params] = useRoute('/s/:payload');
  const [message, setMessage] = useState<string | null>(null);
  const payload = onLink ? params.payload : null;

  useEffect(() => {
    if (payload === null) return;
    const shared = decodeShare(payload);
    const open = async () => {
      const { open: openScenario, run } = lab.getState();
      if (typeof shared === 'string') {
        setMessage(REASONS[shared]());
      } else {
        const failure = await openScenario(0, writeDocument(shared.scenario));
        if (!failure) return run({ to: 'position', position: shared.position });
        setMessage(m.app_link_refused({ reason: failure.message, remedy: failure.remedy }));
      }
      if (!lab.getState().slots[0]) await openScenario(0, exampleText(FIRST_EXAMPLE));
    };
    void open();
  }, [lab, payload]);

  const share = useCallback(async () => {
    const slot = lab.getState().slots[0];
    const scenario = slot && parseDocument(slot.source);
    if (!scenario) return;
    const link = encodeShare({ scenario, position: slot.current.frame.position });
    // Replaced without an event: the page already stands where the link leads.
    history.replaceState(null, '', `#/s/${link}`);
    try {
      await navigator.clipboard.writeText(location.href);
      setMessage(m.app_share_copied());
    } catch {
      // No clipboard in this frame: the address bar has it.
      setMessage(m.app_share_in_address());
    }
  }, [lab]);
  return { message, dismiss: () => setMessage(null), share };
}
