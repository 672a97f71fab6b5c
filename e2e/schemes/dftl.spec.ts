// DFTL's worked examples on stage: what the engine's view says, forward, back and by seek; over a power loss too.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cli } from '../cli';
import { expect, type LabPage, type Report, test } from '../lab-page';
import { someOf } from '../some-of';

const EXAMPLES = join(import.meta.dirname, '../../wasm-sim/testdata/dftl');

/** The engine's state at a position, by `ftl-lab run`. */
async function engineAt(file: string, position: string): Promise<Report> {
  return JSON.parse(await cli('run', file, '--at', position, '--json'));
}

async function open(lab: LabPage, file: string) {
  await lab.open();
  await lab.apply(await readFile(file, 'utf8'));
  await lab.stepBy('Flash op');
}

/** `r.e` of the position in words: `request 3 of 9 · step 13 of 58`, or, complete, `request 3 of 9`. */
function numbers(position: string): string {
  const [, request = '0', event] = /request (\d+) of \d+(?: · step (\d+))?/.exec(position) ?? [];
  return event ? `${Number(request) - 1}.${event}` : `${request}.0`;
}

test.describe('on stage', () => {
  test.use({ viewport: { width: 1600, height: 1300 }, contextOptions: { reducedMotion: 'reduce' } });

  const examples = [
    ['miss_eviction_cleaning', 'gc_end', 30],
    ['power_cut', 'recovery_end', 60],
  ] as const;
  for (const [example, until, most] of someOf(examples, 2)) {
    test(`${example}: forward, back and by seek it is what the engine says`, async ({ lab }) => {
      const file = join(EXAMPLES, `${example}.json`);
      await open(lab, file);
      // To where its story ends, by breakpoint; then back through it by flash operations, and forward again.
      await lab.stopAt(until);
      await lab.runTo('End of the run');
      await expect(lab.page.getByTestId('stopped')).toHaveText(`stopped: ${until}`);
      const end = (await lab.position.textContent()) ?? '';

      const backward = [];
      for (let at = end; backward.length < most && !at.startsWith('before'); ) {
        await lab.move('Step back');
        const now = await lab.seen();
        backward.push(now);
        at = now.position;
      }
      expect(backward.length).toBeGreaterThan(12);
      expect(new Set(backward.map(({ picture }) => picture)).size).toBeGreaterThan(8);

      for (const there of backward.slice(0, -1).reverse()) {
        await lab.button('Step').click();
        await lab.standsAt(there.position);
        const { tables, figures } = await lab.seen();
        expect({ tables, figures }, there.position).toEqual({ tables: there.tables, figures: there.figures });
      }

      // By seek, to lines of the list of events, and as the engine has it.
      const lines = lab.region('Why').getByRole('listitem').getByRole('button');
      const count = await lines.count();
      for (const line of [0, Math.floor(count / 2), 3, count - 1]) {
        const from = (await lab.position.textContent()) ?? '';
        await lines.nth(line).click();
        await expect(lab.position).not.toHaveText(from);
        const { position, tables, figures } = await lab.seen();
        const there = backward.find((each) => each.position === position);
        if (there) expect({ tables, figures }).toEqual({ tables: there.tables, figures: there.figures });
        const [page, engine] = [await lab.report(), await engineAt(file, numbers(position))];
        expect(page, position).toEqual(engine);
      }
    });
  }
});

test('a recovery, as a screen reader hears it', async ({ lab }) => {
  await open(lab, join(EXAMPLES, 'power_cut.json'));
  await lab.stopAt('recovery_begin');
  await lab.runTo('End of the run');
  await expect(lab.page.getByTestId('stopped')).toHaveText('stopped: recovery begins');
  await expect(lab.region('Flash array')).toContainText('Power lost');
  await expect(lab.region('Flash array')).toContainText('0 pages read, 5 to scan; a full scan reads 29');
  await expect(lab.region('Flash array')).toContainText('Recovery scans OOB areas: 5 of 29');
  await lab.inspect('Maps');
  await expect(lab.region('Mapping tables')).toMatchAriaSnapshot(`
    - region "Mapping tables":
      - paragraph: CMT The cached mapping table is empty
      - table:
        - rowgroup:
          - row "Translation page T0 T1 T2 T3"
          - row "Page – – – –"
  `);
  await lab.inspect('Why');
  await expect(lab.region('Why')).toMatchAriaSnapshot(`
    - region "Why":
      - 'heading "Recovery scans OOB areas: 5 of 29" [level=3]'
      - paragraph:
        - text: First the
        - button "checkpoint"
        - text: "is read (pages: 1). Every mapping below"
        - button "sequence number"
        - text: "39 is on flash. Blocks with pages of this number or a later one: 2."
      - heading "The rule" [level=4]
      - paragraph:
        - text: Scan the
        - button "OOB areas"
        - text: ; the newest sequence number wins.
  `);
});

test('a power loss in words and on screen', async ({ lab }) => {
  await lab.open();
  await lab.otherExample('power');
  await lab.standsAt(/^before the first of/);
  await lab.stepBy('Action');
  await lab.runTo('End of the run');
  await expect(lab.figure('Recovery time')).toHaveText(/µs|ms/);
  await expect(lab.figure('Full scan instead')).toHaveText(/µs|ms/);
});
