/** The stage at a place, for a picture of it: fetched from the engine of the presenter's window, which moves no stage. */
import { useEffect, useRef, useState } from 'react';
import type { StartEngine } from '../../../lesson/parts/use-course';
import { isLarge } from '../../../model/large';
import { ask, type EngineClient, type FrameWithCells } from '../../../protocol/engine/engine-client';
import type { Position } from '../../../protocol/generated/Position';
import type { Summary } from '../../../protocol/generated/Summary';
import { unmarked } from '../../../state/spoilers';

/** The strokes, and their scenario. */
export type Shot = Pick<FrameWithCells, 'frame' | 'cells'> & { summary: Summary };

export interface Spot {
  source: string;
  position: Position;
  /** A question is open there: its answer is not marked. */
  asking: boolean;
}

/** `null` while nothing was fetched yet; `none` where there is no picture: of a large device, or of a trace that only the other window has read. */
type Taken = Shot | 'none' | null;

/** An engine for pictures alone; it ends with the component. `start` must not change between renders. */
export function useEngine(start: StartEngine): EngineClient | null {
  const [client, setClient] = useState<EngineClient | null>(null);
  useEffect(() => {
    let ended = false;
    let mine: EngineClient | null = null;
    // Without one there are no pictures, and the lecture goes on.
    void start().then(
      (started) => {
        if (ended) return started.close();
        mine = started;
        setClient(started);
      },
      () => undefined,
    );
    return () => {
      ended = true;
      mine?.close();
    };
  }, [start]);
  return client;
}

/** Fetches from `slot`, which is no one else's. The youngest wish is followed; what is on its way is finished first. */
export function useShot(client: EngineClient | null, slot: number, spot: Spot | null): Taken {
  const [taken, setTaken] = useState<Taken>(null);
  const wanted = useRef<Spot | null>(null);
  const opened = useRef<{ source: string; summary: Summary } | null>(null);
  const at = useRef(false);
  const key = spot && `${spot.position.request} ${spot.position.event} ${spot.asking} ${spot.source}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place, not the object that says it
  useEffect(() => {
    wanted.current = spot;
    if (!client || !spot || at.current) return;
    const take = async ({ source, position, asking }: Spot): Promise<Taken> => {
      if (opened.current?.source !== source) {
        opened.current = null;
        const { summary } = await ask(client, 'opened', { type: 'open', slot, scenario: source });
        opened.current = { source, summary };
      }
      const { summary } = opened.current;
      if (isLarge(summary)) return 'none';
      await client.request({ type: 'run', slot, target: { to: 'position', position } });
      const { frame, cells } = await client.frame(slot);
      return { summary, frame: asking ? unmarked(frame) : frame, cells };
    };
    const follow = async () => {
      at.current = true;
      let done: Spot | null = null;
      while (wanted.current && wanted.current !== done) {
        done = wanted.current;
        setTaken(await take(done).catch((): Taken => 'none'));
      }
      at.current = false;
    };
    void follow();
  }, [client, slot, key]);
  return spot ? taken : null;
}
