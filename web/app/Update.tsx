import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { m } from '../i18n/compiled/messages.js';
import { sharedOf } from '../state/lab/shared';
import { useLab, useLabStore } from '../state/use-lab';
import { type LinkCode, linkCode } from './address/link-code';
import { offline } from './offline';

/** Offers a newer version of the page, but never while a lesson is open or something plays. */
export function Update({ inLesson }: { inLesson: boolean }) {
  const update = useStore(offline, (state) => state.update);
  const playing = useLab((lab) => lab.playing);
  const [later, setLater] = useState(false);
  const lab = useLabStore();
  const open = useLab((state) => state.slots[0] !== null);
  // Had in time: once the newer version is in place, nothing more of this one may be had.
  const [links, setLinks] = useState<LinkCode | null>(null);
  useEffect(() => {
    if (open) void linkCode().then(setLinks, () => undefined);
  }, [open]);
  /** The page is after it as before. */
  const leave = () => {
    const shared = sharedOf(lab.getState());
    const link = shared && links?.encodeShare(shared);
    if (links && link && link.length <= links.MOST_CHARS) history.replaceState(null, '', `#/s/${link}`);
  };
  if (!update || later || inLesson || playing) return null;
  return (
    <div className="page-message" role="status">
      <p>{m.app_update()}</p>
      <span className="message-buttons">
        <button type="button" className="primary" onClick={() => update(leave)}>
          {m.app_reload()}
        </button>
        <button type="button" onClick={() => setLater(true)}>
          {m.app_update_later()}
        </button>
      </span>
    </div>
  );
}
