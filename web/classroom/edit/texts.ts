/** Texts that are loaded when they are asked for: what a lesson may begin with, and how lessons are written. */
import type { Language } from '../../base/language';

const TEXTS = import.meta.glob<string>('../../../lessons/{TUTORIAL,README,template,template.ko}.md', {
  query: '?raw',
  import: 'default',
});

function text(file: string): Promise<string> {
  return TEXTS[`../../../lessons/${file}`]?.() ?? Promise.reject(new Error(`${file} is not there`));
}

/** A small sound lesson: that of the tutorial. */
export function template(language: Language): Promise<string> {
  return text(language === 'ko' ? 'template.ko.md' : 'template.md');
}

export const GUIDES = ['tutorial', 'format'] as const;
export type GuideName = (typeof GUIDES)[number];

export function guide(name: GuideName): Promise<string> {
  return text(name === 'tutorial' ? 'TUTORIAL.md' : 'README.md');
}
