/** The items of the menu File, and the way of a file that is opened or dropped. */
import { useCallback, useMemo } from 'react';
import { useRoute } from 'wouter';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { currentLanguage } from '../../base/language';
import { m } from '../../i18n/compiled/messages.js';
import { PATH, readLessonLink, writeLessonLink } from '../../model/saved/lesson-link';
import type { Shared } from '../../model/saved/share';
import { sharedOf } from '../../state/lab/shared';
import { lessonFile } from '../../state/lesson-file';
import { preferences, themeOf } from '../../state/preferences';
import { useLab, useLabStore } from '../../state/use-lab';
import { linkCode } from '../address/link-code';
import { copy, type Link } from '../address/use-link';
import { offline } from '../offline';
import { say } from '../page-messages';
import { unloaded } from '../unloaded';
import { useFiles } from './use-file';

/** The items of the menu File: the lab as a file, as a link, as part of another page. */
export type FileAction = 'open' | 'save' | 'link' | 'theme_link' | 'class_link' | 'embed' | 'fio' | 'install';

export interface FileActions {
  actions: readonly FileAction[];
  act: (action: FileAction) => void;
  /** A file from wherever. */
  take: (file: File) => void;
}

/** Addresses of pages with the stage. */
const STAGE = /^#\/(lab|s|round|path|lesson\/.)/;

/** `other` takes files that are no saved lab. */
export function useFileActions({ wanted, offer, share }: Link, other: (file: File) => void): FileActions {
  const lab = useLabStore();
  const files = useFiles();
  const open = useLab((lab) => lab.slots[0] !== null);
  const [onLesson, lesson] = useRoute('/lesson/:slug');
  const [onPath] = useRoute('/path');
  const install = useStore(offline, (state) => state.install);
  const slug = onPath ? PATH : onLesson ? lesson.slug : null;

  const take = useCallback(
    async (file: File) => {
      const opened = await files.open(file);
      if (opened === 'opened' && !STAGE.test(location.hash)) navigate('/lab');
      if (opened !== 'other') return;
      const { looksLikeLesson } = await import('../../model/saved/lesson-file');
      if (await looksLikeLesson(file)) {
        lessonFile.setState({ file });
        if (slug === null) navigate('/lesson');
        return;
      }
      if (wanted) await offer(file);
      else other(file);
    },
    [files, wanted, offer, other, slug],
  );
  const act = useCallback(
    async (action: FileAction) => {
      if (action === 'install') install?.();
      if (action === 'save') await files.save(false);
      if (action === 'link') await share({ withTheme: false, inAddress: slug === null });
      if (action === 'theme_link') await share({ withTheme: true, inAddress: slug === null });
      if (action === 'fio') await files.saveFio();
      if (action === 'embed') await hand(await frameOf(sharedOf(lab.getState())), m.app_embed_copied());
      if (action === 'class_link' && slug !== null) {
        // The address of a lesson follows its steps.
        const { link } = readLessonLink(slug, location.hash.split('?')[1] ?? '');
        const hash = writeLessonLink({
          ...link,
          theme: themeOf(preferences.getState()),
          lang: currentLanguage(),
        });
        await hand(`${location.origin}${location.pathname}#${hash}`, m.app_class_link_copied());
      }
    },
    [lab, files, share, slug, install],
  );
  return useMemo(() => {
    const actions: FileAction[] = ['open'];
    if (open) actions.push('save', 'link', 'theme_link', 'embed', 'fio');
    if (slug !== null) actions.push('class_link');
    if (install) actions.push('install');
    return {
      actions,
      act: (action) => void act(action).catch(unloaded),
      take: (file) => void take(file).catch(unloaded),
    };
  }, [open, slug, install, act, take]);
}

/** Into the clipboard; where there is none, onto the page. */
async function hand(text: string, done: string): Promise<void> {
  say((await copy(text)) ? done : m.app_copy_by_hand({ text }));
}

/** The element that a course page puts in the place of the lab (EMBEDDING.md). */
async function frameOf(shared: Shared | null): Promise<string> {
  const hash = shared ? `#/s/${(await linkCode()).encodeShare(shared)}` : '';
  const address = `${location.origin}${location.pathname}?embed${hash}`;
  return `<iframe src="${address}" title="FTL Lab" width="100%" height="640" allow="clipboard-write"></iframe>`;
}
