// @ts-check
// The letters of Korean in all that the page says: messages, failures, the glossary, lessons.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../step.mjs';

const KOREAN = /[\u1100-\u11ff\u3000-\u318f\uac00-\ud7a3\uff00-\uffef]/u;

/** @returns {string[]} each once, in order */
export function koreanLetters() {
  const texts = [
    ...below('web/i18n', /[\\/]ko([\\/]|\.json$)/),
    ...below('web/model/glossary', /\.json$/),
    ...below('lessons', /\.md$/),
  ].map((file) => readFileSync(file, 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text]))].filter((letter) => KOREAN.test(letter)).sort();
}

/** @param {string} folder @param {RegExp} named */
function below(folder, named) {
  const whole = join(ROOT, folder);
  return readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .filter((name) => named.test(`/${name}`) && /\.(json|md)$/.test(name))
    .map((name) => join(whole, name));
}
