/**
 * Lessons as a SCORM 1.2 package (ADL, SCORM 1.2 Content Aggregation Model): the built page, a manifest, and a page
 * that opens them. Everything is in the one zip; nothing is fetched from anywhere else.
 */
import { strToU8, zipSync } from 'fflate';
import type { Language } from '../../base/language';
import { CLASS_FILE, CLASS_PACKAGE } from '../../base/packed';
import type { Lesson } from '../../lesson/language/lesson';

export interface Packed {
  /** In file names and identifiers. */
  id: string;
  title: string;
  language: Language;
  lessons: readonly Lesson[];
  /** A class file, which has lessons of one's own; `null`: the package is of the one lesson of the course named `id`. */
  classText: string | null;
}

const LAUNCH = 'launch.html';

/**
 * The files of the built page that the package takes, of all there are: not what keeps a page offline (the platform keeps
 * it), not what a web host reads, of the traces those of the lessons.
 */
export function filesFor(lessons: readonly Lesson[], all: readonly string[]): string[] {
  const scenarios = lessons.flatMap((lesson) => [...lesson.scenarios.values()]);
  const json = JSON.stringify(scenarios.map((scenario) => scenario.json));
  return all.filter((file) => {
    if (file.startsWith('traces/')) return json.includes(`"${file.slice('traces/'.length)}"`);
    return !['sw.js', '_headers', 'files.json', 'imsmanifest.xml', LAUNCH, CLASS_FILE].includes(file);
  });
}

/** The zip. `files` are those of {@link filesFor}, with their bytes. */
export function packageOf(packed: Packed, files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const names = [...files.keys()].sort();
  if (!files.has('index.html')) throw new Error('the page has no index.html');
  return zipSync(
    {
      'imsmanifest.xml': strToU8(manifestOf(packed, names)),
      [LAUNCH]: strToU8(launchOf(packed)),
      ...(packed.classText !== null && { [CLASS_FILE]: strToU8(packed.classText) }),
      ...Object.fromEntries(names.map((name) => [name, files.get(name) ?? new Uint8Array()])),
    },
    { level: 6, mtime: '2026-01-01T00:00:00' },
  );
}

/** One organization, one item, one resource with all files. */
export function manifestOf(packed: Packed, files: readonly string[]): string {
  const { id, language, classText } = packed;
  const title = escaped(packed.title);
  const listed = [LAUNCH, ...(classText === null ? [] : [CLASS_FILE]), ...files]
    .map((file) => `      <file href="${escaped(encodeURI(file))}"/>`)
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="ftl-lab-${id}-${language}" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${title}</title>
      <item identifier="lesson" identifierref="page" isvisible="true">
        <title>${title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${LAUNCH}">
${listed}
    </resource>
  </resources>
</manifest>
`;
}

/** A platform takes no address with `?` and `#` in a manifest: this page leads there. */
function launchOf({ id, title, language, classText }: Packed): string {
  const place = classText === null ? `${id}#/lesson/${id}` : `${CLASS_PACKAGE}#/learn`;
  const address = `index.html?scorm=${place}?lang=${language}`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="0; url=${address}">
    <title>${escaped(title)}</title>
  </head>
  <body><a href="${address}">${escaped(title)}</a></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
