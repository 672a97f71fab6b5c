/** Files in, reports out: none takes the place of another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeRounds } from '../play/node-engine';
import { nodePolicies } from '../policy/node-policies';
import { type Class, classOf } from './class.fixture';
import { gradeHandedIn } from './handed-in';

const ASSIGNMENT = 'parts: [{ lesson: flash, steps: [spare] }]';

let made: Class;
beforeAll(async () => {
  made = await classOf(ASSIGNMENT);
});
afterAll(() => made.client.close());

/** The names of the reports. */
async function reports(...paths: string[]) {
  const graded = await gradeHandedIn(
    {
      ...{ assignment: { path: 'a.yaml', text: ASSIGNMENT }, format: 'gradescope' },
      ...{ single: false, later: 0.5, submission: {} },
      files: paths.map((path) => ({ path, text: '' })),
    },
    { client: made.client, challenges: nodeRounds, policies: nodePolicies },
  );
  return 'written' in graded ? graded.written.map(({ name }) => name) : graded;
}

test('each file has a report of its own name', async () => {
  expect(await reports('in/kim.json', 'in/lee.json')).toEqual(['kim.json', 'lee.json']);
  expect(await reports('in/mon/kim.json', 'in/tue/kim.json')).toEqual(['mon-kim.json', 'tue-kim.json']);
  expect(await reports('../mon/kim.json', './mon/kim.json')).toEqual(['mon-kim.json', 'mon-kim-2.json']);
  expect(await reports('lee', 'lee.json', 'LEE.JSON')).toEqual(['lee.json', 'lee-2.json', 'LEE-3.json']);
  expect(await reports('kim.json', 'kim.json')).toEqual(['kim.json', 'kim-2.json']);
  expect(await reports('a-2.json', 'a', 'a.json')).toEqual(['a-2.json', 'a.json', 'a-3.json']);
  // One name in two forms: some systems take them for the same file.
  expect(await reports('\uac00.json', '\u1100\u1161.json')).toEqual(['\uac00.json', '\u1100\u1161-2.json']);
  expect(await reports('..json', '.json')).toEqual(['report.json', 'report-2.json']);
  const [long = ''] = (await reports(`${'\uac00'.repeat(300)}.json`)) as string[];
  expect(new TextEncoder().encode(long).length).toBeLessThan(255);
});
