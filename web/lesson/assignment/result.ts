/**
 * The file that a student hands in: all their answers, which are judged again (grade.ts). Its checksum tells that it was changed
 * by hand. It keeps no secret.
 */

import { hashOf } from '../address/packed';
import type { Fault } from '../language/fault';
import { Faults, type Field, readYaml } from '../language/yaml';
import { type Answer, type Asked, MAX_SAID } from '../play/play';

/** 2: reasons. */
const VERSION = 2;
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
  /** By part and step. */
  answers: { readonly [part: string]: { readonly [step: string]: Question } };
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
  const root = readYaml(text.replace(/^\uFEFF/, ''), 1, WHERE, faults);
  if (text.trim() === '') root.fault('the file is empty', REMEDY);
  // The page wrote the file: which bracket is missing helps neither student nor instructor.
  const [broken] = faults.list;
  if (broken && !root.isMap)
    faults.list.splice(0, Infinity, { ...broken, message: 'the file is cut or damaged', remedy: REMEDY });
  if (!root.isMap && faults.list.length === 0) root.fault('this is no result', REMEDY);
  if (faults.list.length > 0) return unread();
  const version = root
    .entries()
    .find(([key]) => key === 'result')?.[1]
    .json();
  if (typeof version === 'number' && Number.isInteger(version) && version > VERSION)
    return { trouble: { kind: 'newer', version } };
  // An assignment may have no title.
  const required = KEYS.filter((key) => key !== 'title');
  const fields = root.map(KEYS, required);
  const result: Result = {
    assignment: fields.assignment.text(),
    title: fields.title.text(),
    student: fields.student.text(),
    lab: fields.lab.text(),
    lessons: Object.fromEntries(fields.lessons.entries().map(([name, hash]) => [name, hash.text()])),
    begun: moment(fields.begun),
    saved: moment(fields.saved),
    answers: Object.fromEntries(
      fields.answers
        .entries()
        .map(([name, steps]) => [
          name,
          Object.fromEntries(steps.entries().map(([id, question]) => [id, questionIn(question)])),
        ]),
    ),
  };
  if (result.student.trim() === '') fields.student.fault('the id of the student is empty', REMEDY);
  if (result.student.length > MAX_ID)
    fields.student.fault('the id is too long', `at most ${MAX_ID} characters`);
  if (faults.list.length > 0) return unread();
  return {
    result,
    edited:
      writeResult(result, version === 1 ? 1 : VERSION) !==
      text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'),
  };
}

const WHERE = 'result';
const REMEDY = 'ask for the file that the page saved';
const KEYS = [
  'result',
  'assignment',
  'title',
  'student',
  'lab',
  'lessons',
  'begun',
  'saved',
  'answers',
  'sum',
] as const;

function questionIn(field: Field): Question {
  const keys = ['variant', 'answers', 'reason'] as const;
  const { variant, answers, reason } = field.map(keys, ['variant', 'answers']);
  const items = answers.list();
  if (items.length > MAX_ANSWERS) answers.fault(`${items.length} answers`, `at most ${MAX_ANSWERS}`);
  const said = reason.text();
  if (said.length > MAX_SAID) reason.fault(`${said.length} characters`, `at most ${MAX_SAID}`);
  return {
    variant: count(variant),
    answers: items.slice(0, MAX_ANSWERS).map(answerIn),
    ...(said !== '' && { reason: said }),
  };
}

function answerIn(field: Field): Answer {
  // A round without a choice is an empty text.
  const { given, right, s } = field.map(['given', 'right', 's'] as const, ['right', 's']);
  const value = right.missing ? false : right.json();
  if (typeof value !== 'boolean') right.fault('this is neither true nor false', 'write true or false');
  return { given: given.text(), right: value === true, s: count(s) };
}

/** The last moment that a date can be. */
const LAST = 8.64e15;

function moment(field: Field): number {
  const value = count(field);
  if (value > LAST) field.fault('this is no moment', 'write milliseconds since 1970');
  return Math.min(value, LAST);
}

function count(field: Field): number {
  const value = field.missing ? 0 : field.json();
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  field.fault('this is no count', 'write 0, 1, 2, …');
  return 0;
}
