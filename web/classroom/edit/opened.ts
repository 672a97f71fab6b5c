/** The text that the editor has open, by the address `#/edit/NAME`. */
import { currentLanguage } from '../../base/language';
import { loadLesson } from '../../lesson/play/library';
import { draftOf, freshId } from './drafts';
import { template } from './texts';

export interface Opened {
  /** The draft's; one that is not kept yet has a name already. */
  id: string;
  file: string;
  text: string;
}

/** `new` is the template, `empty` nothing, otherwise a draft or a copy of a lesson of the course; `null` if there is none. */
export async function openedOf(name: string): Promise<Opened | null> {
  const draft = draftOf(name);
  if (draft) return draft;
  const id = freshId();
  if (name === 'empty') return { id, file: 'lesson.md', text: '' };
  if (name === 'new') return { id, file: 'lesson.md', text: await template(currentLanguage()) };
  const lesson = await loadLesson(name, currentLanguage());
  return lesson && { id, file: `${name}.md`, text: lesson.text };
}
