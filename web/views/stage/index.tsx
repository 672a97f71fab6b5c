/** The stage of a slot: binds the store. */
import { type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { lazyPart } from '../../kit/lazy-part';
import { isLarge } from '../../model/large';
import { holdMs } from '../../model/pacing';
import { eventsBetween } from '../../model/why/step-events';
import { challengeTask } from '../../state/challenge-task';
import { asked, optionAt } from '../../state/choices';
import type { Selection } from '../../state/lab/lab';
import { isTooMuch } from '../../state/lab/playback';
import { roundNow } from '../../state/round-now';
import { withoutSpoilers } from '../../state/spoilers';
import { useLab } from '../../state/use-lab';
import css from './stage.module.css';
import { StageView } from './View';

// Most scenarios are small: the heat map comes with the first large one.
const HeatStage = lazyPart(() => import('./heat/HeatStage'));

const nobody = () => undefined;

/** `head`: what is above the picture. */
export function Stage({ slot, head }: { slot: number; head: ReactNode }) {
  const shown = useLab((lab) => withoutSpoilers(lab, slot));
  const playing = useLab((lab) => lab.playing);
  const speed = useLab((lab) => lab.speed);
  const tooMuch = useLab(isTooMuch);
  const grain = useLab((lab) => lab.grain);
  const selection = useLab((lab) => lab.selection);
  const hover = useLab((lab) => lab.hover);
  const told = useStore(challengeTask, ({ task }) => task?.told ?? false);
  const played = useLab((lab) => lab.choices !== null) && slot === 0 && !told;
  const choices = useLab(asked);
  const counting = useLab((lab) => lab.counting);
  const untold = useLab((lab) => lab.asking || lab.limit !== null);
  const select = useLab((lab) => lab.select);
  const point = useLab((lab) => lab.point);
  const look = useLab((lab) => lab.look);
  const view = useLab((lab) => lab.heatView);
  const onView = useLab((lab) => lab.setHeatView);
  const asks = useStore(roundNow, (round) => round.asks);
  const language = useLanguage();
  if (!shown) {
    return (
      <section className={css.stage} aria-label={m.stage_region()}>
        <p className={css.nothing}>{m.stage_empty()}</p>
      </section>
    );
  }
  const { previous, current } = shown;
  /** Where a person chooses: the place among the options of what is pointed at, otherwise -1. */
  const option = (at: Selection) =>
    asks && choices && slot === 0 ? optionAt(choices, at, current.frame, shown.summary.pages_per_block) : -1;
  const events = playing && previous ? eventsBetween(previous.frame, current.frame) : null;
  const props = {
    stay: playing ? holdMs(events ?? [], speed, grain) : null,
    name: slot === 0 ? m.stage_region() : `${m.stage_region()}: ${shown.summary.name}`,
    slot: shown,
    playing,
    tooMuch,
    speed,
    selection,
    hover,
    untold,
    played,
    choices: slot === 0 ? choices : null,
    actOf: (at: Selection) => {
      const act = asks?.acts[option(at)];
      return act === undefined ? null : [act, m.challenge_cost_hidden()];
    },
    counting: slot === 0 ? counting : null,
    head,
    locale: language,
    onSelect: (at: Selection | null) => (at && option(at) >= 0 ? asks?.choose(option(at)) : select(at)),
    onPoint: (at: Selection | null) => (at && option(at) >= 0 ? asks?.point(option(at)) : point(at)),
  };
  // Links tell of the lab's own stage; beside it, another is looked at as one likes.
  const kept = slot === 0 ? { view, onView } : { view: null, onView: nobody };
  if (!isLarge(shown.summary)) return <StageView {...props} />;
  return (
    <Suspense fallback={<section className={css.stage} aria-label={props.name} />}>
      <HeatStage {...props} {...kept} onLook={(from, to) => look(slot, from, to)} />
    </Suspense>
  );
}
