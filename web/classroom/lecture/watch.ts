/**
 * The run of a lecture's step to watch. The clicker plays it: the press for the next step plays what happens first, a
 * press meanwhile brings it to its end, and only then the lesson goes on. The step's view offers it, in the
 * projector's window.
 */

import { useEffect, useRef, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { wantsMotion } from '../../base/motion';
import { useLabStore } from '../../state/use-lab';
import type { Watch } from './sync';

interface Watching {
  state: Watch;
  /** Plays the step, or brings it to its end. */
  on: () => void;
  /** Plays the step, as often as wanted; pauses it. */
  toggle: () => void;
}

const NOTHING: Watching = { state: null, on: () => undefined, toggle: () => undefined };

export const watching = createStore<Watching>()(() => NOTHING);

interface Watched {
  lecturing: boolean;
  /** Plays what the step has to watch, and resolves when that is over; `null` where there is nothing, or not yet. */
  play: (() => Promise<void>) | null;
  /** Puts the stage to the step's end. */
  finish: () => void;
  /** It is played already, as what comes of an answer. */
  revealing: boolean;
}

/** Offers it for as long as the step is shown: by a component that lives no longer than the step. */
export function useWatch({ lecturing, play, finish, revealing }: Watched): void {
  const lab = useLabStore();
  const [phase, setPhase] = useState<'ahead' | 'runs' | 'seen'>(still() ? 'seen' : 'ahead');
  useEffect(() => {
    if (revealing) setPhase('seen');
  }, [revealing]);
  const runs = revealing || phase === 'runs';
  const state: Watch = runs ? 'running' : play && phase === 'ahead' ? 'ahead' : null;
  const now = useRef({ play, finish, runs });
  now.current = { play, finish, runs };
  useEffect(() => {
    if (!lecturing) return;
    const start = () => {
      if (!now.current.play) return;
      setPhase('runs');
      void now.current.play().finally(() => setPhase('seen'));
    };
    watching.setState({
      on: () => (now.current.runs ? now.current.finish() : start()),
      toggle: () => (now.current.runs ? lab.getState().pause() : start()),
    });
    return () => watching.setState(NOTHING);
  }, [lecturing, lab]);
  useEffect(() => {
    if (lecturing) watching.setState({ state });
  }, [lecturing, state]);
}

/** For a person who wants no motion nothing plays by itself: only on request. */
function still(): boolean {
  return !wantsMotion();
}
