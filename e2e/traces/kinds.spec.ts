// Traces of six formats, and three that touch few pages of a large space, under all FTLs: the page, the command line, and the same trace
// renumbered without the lab. The Python package runs the same plans: wasm-sim/python/tests/test_traces.py. With
// `DEEP=1 UPDATE=1` this file writes them, and `npm run fix` breaks their lines.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { expect, FTLS, type Report, test } from '../lab-page';
import { someOf } from '../some-of';
import { planOf, saved, sweep } from './bulk';
import { GENERATED } from './kinds/generate';
import { type Kind, renumbered } from './kinds/plainly';

const FOLDER = join(import.meta.dirname, 'kinds');
const SHIPPED = join(import.meta.dirname, '../../public/traces');

const TRACES: Readonly<Record<string, Kind>> = {
  'tpcc-small.mqsim.gz': 'mqsim',
  'msr-cambridge-hm0-1000.csv.gz': 'msr',
  'systor17-1000.csv.gz': 'systor17',
  'tencent-cbs-50000.csv.gz': 'tencent',
  'mail.disksim.gz': 'disksim',
  'two-cores.blkparse.gz': 'blkparse',
  'sparse-files.mqsim.gz': 'mqsim',
  'sparse-hash.mqsim.gz': 'mqsim',
  'sparse-records.mqsim.gz': 'mqsim',
};

/** Without what says how the addresses came about. */
const counted = ({ scenario_hash, state_hash, addresses, byte_amplification, host, ...report }: Report) => {
  // The same trace renumbered has whole pages: other bytes.
  const { bytes_read, bytes_written, bytes_trimmed, writes_partial, ...pages } = host as Report;
  return { ...report, host: pages };
};

/** The FTLs, the one first that programs the fewest pages. */
const ranking = (reports: Report[]) =>
  FTLS.map((name, i) => ({ name, wa: reports[i]?.write_amplification as number }))
    .sort((a, b) => a.wa - b.wa)
    .map(({ name }) => name);

for (const [name, kind] of someOf(Object.entries(TRACES), 5)) {
  test(`${name} under all FTLs ranks them as the same trace renumbered; the page counts as ftl-lab does`, async ({
    lab,
  }, testInfo) => {
    const generate = GENERATED[name];
    const beside = generate ? FOLDER : SHIPPED;
    if (generate && process.env.UPDATE) await writeFile(join(beside, name), gzipSync(generate()));
    const file = await readFile(join(beside, name));
    const content = gunzipSync(file).toString();
    if (generate) expect(content).toBe(generate());

    await lab.open();
    await lab.drop(name, file);
    await lab.button('Compare all FTLs').click();
    const { runs } = await saved(lab, FTLS.length);
    expect(runs.map((run) => run.name)).toEqual([...FTLS]);
    const inPage = runs.map(({ report }) => report);
    const plan = planOf(runs);
    const { workload } = plan.scenario as { workload: object };
    const under = (change: object, cwd: string) =>
      sweep({ ...plan, scenario: { ...plan.scenario, workload: { ...workload, ...change } } }, cwd);
    expect(inPage).toEqual(await under({}, beside));
    for (const { addresses } of inPage) expect(addresses).toMatchObject({ mapping: 'compact', share: 0 });
    const path = join(FOLDER, `${name}.json`);
    if (process.env.UPDATE) await writeFile(path, JSON.stringify(plan));
    expect(plan).toEqual(JSON.parse(await readFile(path, 'utf8')));

    const dense = renumbered(kind, content);
    await writeFile(testInfo.outputPath('dense.mqsim'), dense.text);
    // Nothing would be left of a page beyond those that were numbered.
    const same = await under({ path: 'dense.mqsim', mapping: 'drop' }, testInfo.outputDir);
    expect(same.map(({ addresses }) => addresses)).not.toContainEqual(expect.anything());
    expect(inPage.map(counted)).toEqual(same.map(counted));
    expect(ranking(inPage)).toEqual(ranking(same));

    // The default of once: pages far apart became one, and the FTLs changed places.
    if (!name.startsWith('sparse')) return;
    const wrapped = await under({ mapping: 'wrap', aliasing: 'allow' }, beside);
    for (const { addresses } of wrapped) expect((addresses as { share: number }).share).toBeGreaterThan(0.9);
    expect(ranking(wrapped)).not.toEqual(ranking(same));
  });
}
