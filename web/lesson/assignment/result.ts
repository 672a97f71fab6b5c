/**
 * The file that a student hands in: all their answers, which are judged again (grade.ts). Its checksum tells that it was changed
 * by hand. It keeps no secret.
 */

import { hashOf } from '../address/packed';
import type { Fault } from '../language/fault';
import { Faults } from '../language/yaml';
import { type Answer, type Asked, MAX_SAID } from '../play/play';
import { Json } from './json';

/** 2: reasons. 3: when it was left. */
const VERSION = 3;
/** Longest file: answers of some hundred questions, or a hundred programs. */
export const MAX_RESULT_BYTES = 4 * 1024 * 1024;
/** Most answers to one question that are kept. */
const MAX_ANSWERS = 500;
const MAX_ID = 200;

export interface Result {
  /** Hash of the assignment's file. */
  assignment: string;
  /** Its title. */
  title: string;
  student: string;
  /** Version of the lab. */
  lab: string;
  /** Of each lesson's English text, as the lab had it: `hashOf`. */
  lessons: { readonly [part: string]: string };
  /** When it was begun and when it was handed in: milliseconds since 1970. */
  begun: number;
  saved: number;
  /** When lessons were open in between, because the student had left or handed it in. */
  left?: readonly Left[];
  /** By part and step. */
  answers: { readonly [part: string]: { readonly [step: string]: Question } };
}

/** Seconds since it was begun: until when, and from when on it was under way again, if it was. */
export interface Left {
  s: number;
  back?: number;
}

export interface Question {
  variant: number;
  answers: readonly Answer[];
  /** Of a question with two choices: why, in the student's words. No one grades it. */
  reason?: string;
}

/** As a result has it; `null` where nothing was answered. */
export function questionOf({ variant, answers = [], reason }: Asked): Question | null {
  return answers.length > 0 ? { variant, answers, ...(reason && { reason }) } : null;
}

/** `version`: that of the file, to compare it with what was read. */
export function writeResult(result: Result, version = VERSION): string {
  const written = { result: version, ...result };
  return `${JSON.stringify({ ...written, sum: hashOf(JSON.stringify(written)) }, null, 1)}\n`;
}

export type Trouble =
  /** Not a result, or damaged. */
  { kind: 'unread'; faults: readonly Fault[] } | { kind: 'newer'; version: number };

export type ReadResult =
  | { result: Result /** Its checksum does not fit. */; edited: boolean }
  | { trouble: Trouble };

/** Reads a file of any origin. */
export function readResult(text: string): ReadResult {
  const faults = new Faults();
  const unread = (): ReadResult => ({ trouble: { kind: 'unread', faults: faults.list } });
  if (text.length > MAX_RESULT_BYTES) {
    faults.add(1, 1, WHERE, 'the file is too long', REMEDY);
    return unread();
  }
  if (text.trim() === '') {
    faults.add(1, 1, WHERE, 'the file is empty', REMEDY);
    return unread();
  }
  const root = Json.read(text.replace(/^\uFEFF/, ''), WHERE, faults, REMEDY);
  if (!root) return unread();
  const version = root.at('result').value;
  if (Number.isInteger(version) && (version as number) > VERSION)
    return { trouble: { kind: 'newer', version: version as number } };
  if (!root.map || version === undefined) root.fault('this is no result', REMEDY);
  if (faults.list.length > 0) return unread();
  const student = root.at('student');
  const left = root.at('left');
  const absences = left.missing ? [] : left.list().map(leftIn);
  const result: Result = {
    assignment: textOf(root.at('assignment')),
    title: textOf(root.at('title'), ''),
    student: textOf(student),
    lab: textOf(root.at('lab')),
    lessons: fromMap(root.at('lessons'), (hash) => textOf(hash)),
    begun: moment(root.at('begun')),
    saved: moment(root.at('saved')),
    ...(absences.length > 0 && { left: absences }),
    answers: fromMap(root.at('answers'), (steps) => fromMap(steps, questionIn)),
  };
  if (result.student.trim() === '') student.fault('the id of the student is empty', REMEDY);
  if (result.student.length > MAX_ID) student.fault('the id is too long', `at most ${MAX_ID} characters`);
  if (faults.list.length > 0) return unread();
  return {
    result,
    edited:
      writeResult(result, version === 1 || version === 2 ? version : VERSION) !==
      text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'),
  };
}

const WHERE = 'result';
const REMEDY = 'ask for the file that the page saved';

/** `otherwise`: in the place of none. */
function textOf(field: Json, otherwise?: string): string {
  if (typeof field.value === 'string') return field.value;
  if (field.missing && otherwise !== undefined) return otherwise;
  field.fault('this must be a text', REMEDY);
  return '';
}

function fromMap<T>(field: Json, read: (value: Json) => T): { [name: string]: T } {
  if (!field.map) field.fault('this must be a map of keys and values', REMEDY);
  return Object.fromEntries(field.entries().map(([name, value]) => [name, read(value)]));
}

function leftIn(field: Json): Left {
  const back = field.at('back');
  return { s: count(field.at('s')), ...(!back.missing && { back: count(back) }) };
}

function questionIn(field: Json): Question {
  const answers = field.at('answers');
  const items = answers.list();
  if (items.length > MAX_ANSWERS) answers.fault(`${items.length} answers`, `at most ${MAX_ANSWERS}`);
  const said = textOf(field.at('reason'), '');
  if (said.length > MAX_SAID) field.at('reason').fault(`${said.length} characters`, `at most ${MAX_SAID}`);
  return {
    variant: count(field.at('variant')),
    answers: items.slice(0, MAX_ANSWERS).map(answerIn),
    ...(said !== '' && { reason: said }),
  };
}

function answerIn(field: Json): Answer {
  const right = field.at('right');
  if (typeof right.value !== 'boolean') right.fault('this is neither true nor false', 'write true or false');
  // A round without a choice is an empty text.
  return { given: textOf(field.at('given'), ''), right: right.value === true, s: count(field.at('s')) };
}

/** The last moment that a date can be. */
const LAST = 8.64e15;

function moment(field: Json): number {
  const value = count(field);
  if (value > LAST) field.fault('this is no moment', 'write milliseconds since 1970');
  return Math.min(value, LAST);
}

function count(field: Json): number {
  const { value } = field;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  field.fault('this is no count', 'write 0, 1, 2, …');
  return 0;
}
