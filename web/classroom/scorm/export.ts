/** Makes a lesson's package in the page, from the files that the page itself was loaded from. */
import { currentLanguage } from '../../base/language';
import { saveAs } from '../../base/save';
import { parseLesson } from '../../lesson/language/parse';
import { loadLesson } from '../../lesson/play/library';
import { filesFor, packageOf } from './package';

/** Hands the package of a lesson of the course to the person. Rejects where a file of the page cannot be had. */
export async function exportScorm(slug: string): Promise<void> {
  const found = await loadLesson(slug, currentLanguage());
  const { lesson } = parseLesson(found?.text ?? '');
  if (!found || !lesson) throw new Error(slug);
  const all: unknown = await (await fetched('files.json')).json();
  if (!Array.isArray(all)) throw new Error('files.json');
  const files = new Map<string, Uint8Array>();
  for (const file of filesFor(lesson, all.map(String)))
    files.set(file, new Uint8Array(await (await fetched(file)).arrayBuffer()));
  const zip = packageOf({ slug, lesson, language: found.language }, files);
  saveAs(`ftl-lab-${slug}-${found.language}-scorm12.zip`, new Blob([zip]), 'application/zip');
}

/** From where the page came from; without a network, from what the service worker keeps. */
async function fetched(file: string): Promise<Response> {
  const address = new URL(file, `${location.origin}${location.pathname}`);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
}
