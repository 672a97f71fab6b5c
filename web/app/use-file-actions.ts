/** What the menu File offers and does, and where a file goes that is opened or dropped. */
import { useCallback, useMemo } from 'react';
import { useRoute } from 'wouter';
import { useStore } from 'zustand';
import { m } from '../i18n/compiled/messages.js';
import { readLessonLink, writeLessonLink } from '../model/lesson-link';
import { encodeShare, type Shared } from '../model/share';
import { preferences, themeOf } from '../state/preferences';
import { sharedOf } from '../state/shared';
import { useLab, useLabStore } from '../state/use-lab';
import { offline } from './offline';
import { say } from './page-messages';
import { useFiles } from './use-file';
import { copy, type Link } from './use-link';

/** What the menu File offers: the lab as a file, as a link, as part of another page. */
export type FileAction = 'open' | 'save' | 'link' | 'theme_link' | 'class_link' | 'embed' | 'install';

export interface FileActions {
  actions: readonly FileAction[];
  act: (action: FileAction) => void;
  /** A file from wherever. */
  take: (file: File) => void;
}

/** `other` takes files that are no saved lab. */
export function useFileActions({ wanted, offer, share }: Link, other: (file: File) => void): FileActions {
  const lab = useLabStore();
  const files = useFiles();
  const open = useLab((lab) => lab.slots[0] !== null);
  const [onLesson, lesson] = useRoute('/lesson/:slug');
  const install = useStore(offline, (state) => state.install);
  const slug = onLesson ? lesson.slug : null;

  const take = useCallback(
    async (file: File) => {
      if (await files.open(file)) return;
      if (wanted) await offer(file);
      else other(file);
    },
    [files, wanted, offer, other],
  );
  const act = useCallback(
    async (action: FileAction) => {
      if (action === 'install') install?.();
      if (action === 'save') await files.save(false);
      if (action === 'link') await share({ withTheme: false, inAddress: slug === null });
      if (action === 'theme_link') await share({ withTheme: true, inAddress: slug === null });
      if (action === 'embed') await hand(frameOf(sharedOf(lab.getState())), m.app_embed_copied());
      if (action === 'class_link' && slug !== null) {
        // The address of a lesson follows its steps.
        const { link } = readLessonLink(slug, location.hash.split('?')[1] ?? '');
        const hash = writeLessonLink({ ...link, theme: themeOf(preferences.getState()) });
        await hand(`${location.origin}${location.pathname}#${hash}`, m.app_class_link_copied());
      }
    },
    [lab, files, share, slug, install],
  );
  return useMemo(() => {
    const actions: FileAction[] = ['open'];
    if (open) actions.push('save', 'link', 'theme_link', 'embed');
    if (slug !== null) actions.push('class_link');
    if (install) actions.push('install');
    return { actions, act: (action) => void act(action), take: (file) => void take(file) };
  }, [open, slug, install, act, take]);
}

/** Into the clipboard; where there is none, onto the page. */
async function hand(text: string, done: string): Promise<void> {
  say((await copy(text)) ? done : m.app_copy_by_hand({ text }));
}

/** What a course page puts where the lab is to stand (EMBEDDING.md). */
function frameOf(shared: Shared | null): string {
  const hash = shared ? `#/s/${encodeShare(shared)}` : '';
  const address = `${location.origin}${location.pathname}?embed${hash}`;
  return `<iframe src="${address}" title="FTL Lab" width="100%" height="640" allow="clipboard-write"></iframe>`;
}
