/** Reasons and moments in words, from real runs of every scheme: what they say is in the catalogue, and true. */
import { expect, test } from 'vitest';
import { ask } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { Frame } from '../../protocol/generated/Frame';
import type { Summary } from '../../protocol/generated/Summary';
import { exampleText } from '../scenario/examples';
import { FTLS, type FtlKind } from '../schemes';
import type { Said } from '../sentences/setting';
import { stripOf } from './cost';
import { nowOf } from './now';
import { type Reason, reasonOf } from './reason';

const CATALOGUES = import.meta.glob<Record<string, unknown>>(
  '../../i18n/messages/en/{why,now,stage,ftl-*}.json',
  {
    eager: true,
    import: 'default',
  },
);
const KEYS = new Set(Object.values(CATALOGUES).flatMap((catalogue) => Object.keys(catalogue)));

/** The frames of a run, one flash operation after the other, as many as there are or are wanted. */
async function* frames(kind: FtlKind, most: number): AsyncGenerator<{ frame: Frame; summary: Summary }> {
  const engine = inlineEngine();
  try {
    const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario: exampleText(kind) });
    for (let steps = 0; steps < most; steps += 1) {
      await engine.request({ type: 'run', slot: 0, target: { to: 'step', grain: 'operation', back: false } });
      const { frame } = await engine.frame(0);
      yield { frame, summary };
      if (frame.position.request >= frame.requests) return;
    }
  } finally {
    engine.close();
  }
}

function saidBy({ heading, why, question, choices, rule, source, step }: Reason): Said[] {
  const some = (said: Said | null) => (said ? [said] : []);
  return [
    ...[heading, ...why, ...some(question), ...some(rule), ...some(source)],
    ...choices.flatMap(({ name, cost, note }) => [name, ...some(cost), ...some(note)]),
    ...(step ? [step.title, ...step.why] : []),
  ];
}

test.each(FTLS)('%s: every moment has a sentence, a reason and a cost', async (kind) => {
  for await (const { frame, summary } of frames(kind, 400)) {
    const [now, reason] = [nowOf(frame, summary), reasonOf(frame, summary)];
    if (!now || !reason) throw new Error(`nothing is said at ${JSON.stringify(frame.position)}`);
    const wrong: string[] = [];
    for (const { key, values } of [
      ...[now.kind, now.sentence, ...(now.progress ? [now.progress] : [])],
      ...saidBy(reason),
    ]) {
      if (!KEYS.has(key)) wrong.push(key);
      for (const [name, value] of Object.entries(values))
        if (typeof value !== 'string' && !Number.isFinite(value)) wrong.push(`${key} ${name}: ${value}`);
    }
    expect(wrong).toEqual([]);
    expect(reason.choices.filter(({ is }) => is === 'taken').length).toBeLessThanOrEqual(1);
    expect(new Set(reason.choices.map(({ id }) => id)).size).toBe(reason.choices.length);
    const strip = stripOf(frame);
    if (!strip) continue;
    const parts = strip.groups.flatMap(({ runs }) => runs.flatMap((run) => run.parts));
    const done = parts.reduce((sum, { ns, share }) => sum + ns * share, 0);
    expect(done, 'done').toBeCloseTo(strip.doneNs);
    expect(parts.reduce((sum, { ns }) => sum + ns, 0)).toBe(strip.totalNs);
    expect(parts.filter(({ is }) => is === 'now').length).toBeLessThanOrEqual(1);
  }
});

test('a merge is shown with the kinds that did not fit, until it is done', async () => {
  const seen = new Set<string>();
  for await (const { frame, summary } of frames('bast', 300)) {
    if (!frame.merge) continue;
    const reason = reasonOf(frame, summary);
    const { kind, copies, copied } = frame.merge;
    seen.add(kind);
    expect(reason?.choices.map(({ is }) => is)).toEqual(
      { switch: ['taken', 'rest', 'rest'], partial: ['out', 'taken', 'rest'], full: ['out', 'out', 'taken'] }[
        kind
      ],
    );
    const taken = reason?.choices.find(({ is }) => is === 'taken');
    expect(taken?.cost?.values).toMatchObject({ copies, erases: kind === 'full' ? 2 : 1 });
    expect(nowOf(frame, summary)?.kind.key).toBe(`now_kind_merge_${kind}`);
    const drawn = stripOf(frame)?.groups.flatMap(({ runs }) => runs);
    const copying = drawn?.filter((run) => run.kind === 'copy').flatMap((run) => run.parts) ?? [];
    expect(copying).toHaveLength(copies);
    expect(copying.filter(({ share }) => share === 1)).toHaveLength(copied);
  }
  expect([...seen].sort()).toEqual(['full', 'partial', 'switch']);
});

test('a merge over several logical blocks is in lettered parts', async () => {
  let several = 0;
  for await (const { frame, summary } of frames('fast', 400)) {
    if (!frame.reclaim || frame.reclaim.merged.length < 2) continue;
    several += 1;
    const strip = stripOf(frame);
    const lbns = frame.reclaim.merged.map(({ lbn }) => lbn);
    expect(strip?.groups.filter(({ lbn }) => lbn !== null).map(({ lbn, letter }) => [letter, lbn])).toEqual(
      lbns.map((lbn, i) => ['ABCDEF'[i], lbn]),
    );
    const reason = reasonOf(frame, summary);
    expect(reason?.choices.filter(({ is }) => is === 'done')).toHaveLength(frame.reclaim.done);
  }
  expect(several).toBeGreaterThan(4);
});

test('of the candidates the victim is first, and the others are counted', async () => {
  let cleanings = 0;
  for await (const { frame, summary } of frames('page', 300)) {
    if (!frame.gc) continue;
    cleanings += 1;
    const { choices } = reasonOf(frame, summary) ?? { choices: [] };
    expect(choices[0]).toMatchObject({ id: `${frame.gc.pbn}`, is: 'taken' });
    expect(choices[0]?.cost?.values).toEqual({
      copies: frame.gc.copies,
      frees: summary.pages_per_block - frame.gc.copies,
    });
    expect(choices.length).toBeLessThanOrEqual(4);
  }
  expect(cleanings).toBeGreaterThan(10);
});

test('where a policy ranks victims by a score, each has its own beside its cost', async () => {
  const engine = inlineEngine();
  try {
    const atGc = async (scenario: string) => {
      const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario });
      await engine.request({ type: 'run', slot: 0, target: { to: 'next', until: 'gc', back: false } });
      const { frame } = await engine.frame(0);
      const event = frame.event?.t === 'gc_begin' ? frame.event : null;
      if (!event) throw new Error('no GC');
      return { event, choices: reasonOf(frame, summary)?.choices ?? [] };
    };
    // The example of DFTL cleans by cost-benefit: three blocks of equal cost.
    const { event, choices } = await atGc(exampleText('dftl'));
    const [first, second] = choices;
    expect(first?.cost).toEqual({
      key: 'why_cost_victim_score',
      values: { copies: event.valid, frees: 4 - event.valid, score: '13' },
    });
    expect(second?.cost?.values?.copies).toBe(event.valid);
    expect(Number(first?.cost?.values?.score)).toBeGreaterThan(Number(second?.cost?.values?.score));
    const greedy = { ...JSON.parse(exampleText('dftl')) };
    greedy.ftl = { ...greedy.ftl, gc_policy: 'greedy' };
    expect((await atGc(JSON.stringify(greedy))).choices[0]?.cost?.key).toBe('why_cost_victim');
  } finally {
    engine.close();
  }
});

test('a person’s choice has none of the FTL’s reasons, on the stage and in Why', async () => {
  const device = { blocks: 7, pages_per_block: 4, page_bytes: 2048, timing: 'slides' };
  const scenario = {
    format: 1,
    device,
    logical_pages: 12,
    ftl: { kind: 'page' },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'ops', ops: 'w2 w7 w3 w3 w2 w1 w6 w4 w6 w0 w3 w6' },
  };
  const engine = inlineEngine();
  try {
    const atGc = async (interventions: unknown[]) => {
      const text = JSON.stringify({ ...scenario, interventions });
      const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario: text });
      await engine.request({ type: 'run', slot: 0, target: { to: 'next', until: 'gc', back: false } });
      const { frame } = await engine.frame(0);
      const event = frame.event?.t === 'gc_begin' ? frame.event : null;
      if (!event) throw new Error('no GC');
      return { frame, event, now: nowOf(frame, summary), reason: reasonOf(frame, summary) };
    };
    const own = await atGc([]);
    expect(own.now?.sentence.key).toBe('now_gc_greedy');
    const worse = own.event.candidates.find(({ valid }) => valid > own.event.valid);
    if (!worse) throw new Error('all candidates are alike');
    const { request } = own.frame.position;
    const { event, now, reason } = await atGc([{ request, decision: 0, choose: worse.id }]);
    expect([event.pbn, event.valid]).toEqual([worse.id, worse.valid]);
    expect(now?.sentence).toEqual({
      key: 'now_gc_chosen',
      values: { block: worse.id, valid: worse.valid, pages: device.pages_per_block },
    });
    expect(reason?.question?.key).toBe('why_which_victim_chosen');
    const keys = reason?.why.map(({ key }) => key);
    expect(keys).toContain('why_gc_chosen');
    expect(keys).not.toContain('why_gc_greedy');
    expect(keys).not.toContain('why_gc_tie');
  } finally {
    engine.close();
  }
});

test('a lookup that misses goes its way: each step is done when it was', async () => {
  const ways = new Set<string>();
  for await (const { frame, summary } of frames('dftl', 300)) {
    const { question, choices } = reasonOf(frame, summary) ?? {};
    if (question?.key !== 'why_way') continue;
    ways.add(choices?.map(({ id, is }) => `${id} ${is}`).join(', ') ?? '');
  }
  for (const way of ways) expect(way).toMatch(/^1 done(, [!234] done)*(, [!234] taken)?(, [234] next)*$/);
  expect(ways).toContain('1 done, ! taken, 2 next, 3 next, 4 next');
  expect([...ways].filter((way) => way.includes('! done, 2 done, 3 done, 4 done'))).not.toEqual([]);
});
