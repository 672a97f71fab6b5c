/** Rounds over the real engine and the real module of rounds (`npm run wasm` builds them). */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleText } from '../model/scenario/examples';
import { FTLS } from '../model/schemes';
import { inlineEngine } from '../protocol/engine/inline-engine';
import { inlineChallenges } from '../protocol/inline-challenges';
import { type ChallengeStore, createChallenge } from './challenge';
import { createLab } from './lab/create-lab';
import type { LabStore } from './lab/lab';
import { preferences } from './preferences';

describe('a round', () => {
  let lab: LabStore;
  let round: ChallengeStore;
  const frame = () => lab.getState().slots[0]?.current.frame;

  beforeEach(() => {
    preferences.getState().set({ grain: 'request', speed: 10_000 });
    lab = createLab(async () => inlineEngine());
    round = createChallenge(lab, inlineChallenges());
  });

  const begin = async (kind: (typeof FTLS)[number], until = 40) => {
    await lab.getState().open(0, exampleText(kind));
    await round.getState().begin({ goal: 'flash_time', from: 0, until });
    expect(round.getState().trouble).toBeNull();
  };
  const settled = () => vi.waitFor(() => expect(lab.getState().playing).toBe(false));

  test.each(FTLS)(
    'under %s the lab waits at the decision, and the replayed file leads to its state',
    async (kind) => {
      await begin(kind);
      for (let made = 0; made < 5; made += 1) {
        const at = round.getState().round?.at;
        if (!at) break;
        expect(frame()?.position).toEqual({ request: at.request, event: at.events });
        expect(at.options.map(({ id }) => id)).toContain(at.own);
        await round.getState().choose(at.options.length - 1);
        expect(round.getState().trouble).toBeNull();
        expect(round.getState().last?.choose).toBe(at.options.at(-1)?.id);
        await settled();
        await lab.getState().run({ to: 'end' });
      }
      const { round: stands } = round.getState();
      const hash = frame()?.state_hash;
      const again = createLab(async () => inlineEngine());
      await again.getState().open(0, stands?.scenario ?? '');
      const position = frame()?.position ?? { request: 0, event: 0 };
      await again.getState().run({ to: 'position', position });
      expect(again.getState().slots[0]?.current.frame.state_hash).toBe(hash);
    },
  );

  test('a choice that is taken back was never made', async () => {
    await begin('bast');
    const before = round.getState().round;
    const hash = frame()?.state_hash;
    await round.getState().choose(1);
    await settled();
    expect(round.getState().round?.choices).toHaveLength(1);
    await round.getState().undo();
    expect(round.getState().round).toEqual(before);
    expect(frame()?.state_hash).toBe(hash);
    expect(round.getState().last).toBeNull();
  });

  test('play, steps and runs go no further than the question', async () => {
    await begin('bast');
    const stood = frame()?.position;
    await lab.getState().run({ to: 'end' });
    expect(frame()?.position).toEqual(stood);
    await lab.getState().step(false, 'request');
    expect(frame()?.position).toEqual(stood);
    await lab.getState().run({ to: 'position', position: { request: 39, event: 0 } });
    expect(frame()?.position).toEqual(stood);
    await lab.getState().step(true, 'request');
    await lab.getState().step(false, 'request');
    expect(frame()?.position).toEqual(stood);
    round.getState().close();
    await lab.getState().run({ to: 'end' });
    expect(frame()?.position.request).toBe(frame()?.requests);
  });

  test('the optimum is not above the scheme, and its choices cost what it says', async () => {
    await begin('bast', 20);
    await round.getState().giveUp();
    const given = round.getState().round;
    expect(given?.total.person).toBe(given?.total.scheme);
    await round.getState().solve();
    const { optimum } = round.getState();
    expect(optimum?.bound).toBeLessThanOrEqual(optimum?.cost ?? 0);
    expect(optimum?.cost).toBeLessThanOrEqual(given?.total.scheme ?? 0);
    const file = JSON.parse(given?.file ?? '');
    file.scenario.interventions = optimum?.choices;
    await round.getState().load(JSON.stringify(file));
    expect(round.getState().round?.total.person).toBe(optimum?.cost);
  });

  test('each choice is compared with the scheme’s own, now and at the end, and what is taken back counts no longer', async () => {
    await begin('page');
    const compared = () =>
      vi.waitFor(() =>
        expect(round.getState().against).toHaveLength(round.getState().round?.choices.length ?? -1),
      );
    const ownIndex = () => {
      const at = round.getState().round?.at;
      return at?.options.findIndex(({ id }) => id === at.own) ?? -1;
    };
    await round.getState().choose(ownIndex());
    await settled();
    await compared();
    expect(round.getState().against).toEqual([{ now: 0, end: 0 }]);
    const other = ownIndex() === 0 ? 1 : 0;
    await round.getState().choose(other);
    await settled();
    await compared();
    const { round: stands, against } = round.getState();
    // With one choice unlike the scheme's, the round differs from the scheme's by what that choice costs.
    const { person, scheme } = stands?.total ?? { person: 0, scheme: 0 };
    expect(against[1]?.end).toBe(person - scheme);
    const { request } = stands?.choices[1] ?? { request: 0 };
    const file = JSON.parse(stands?.file ?? '');
    file.round.until = request + 1;
    const short = await inlineChallenges().look(JSON.stringify(file), true);
    expect(against[1]?.now).toBe(short.total.person - short.total.scheme);
    expect(against[1]?.now).not.toBe(0);
    await round.getState().undo();
    await compared();
    expect(round.getState().against).toEqual([{ now: 0, end: 0 }]);
  });

  test('the best choices are looked for once a round, whatever is chosen meanwhile', async () => {
    await begin('bast', 20);
    const search = round.getState().solve();
    await round.getState().choose(1);
    expect(round.getState().searching).toBe(true);
    await search;
    const { optimum } = round.getState();
    expect(optimum).not.toBeNull();
    await round.getState().solve();
    expect(round.getState().optimum).toBe(optimum);
  });

  test('a wrong file changes nothing', async () => {
    await begin('bast');
    const { round: before } = round.getState();
    const source = lab.getState().slots[0]?.source;
    await round.getState().load('{"format": 2, "scenario": {}}');
    expect(round.getState().trouble?.message).toContain('format 2');
    expect(round.getState().round).toBe(before);
    expect(lab.getState().slots[0]?.source).toBe(source);
  });
});
