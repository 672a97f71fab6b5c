/** A full merge on the real stage, by an engine of its own: in sight it goes on, out of sight it rests. */
import { useEffect, useRef, useState } from 'react';
import { wantsMotion } from '../../base/motion';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { createLab } from '../../state/lab/create-lab';
import type { LabStore } from '../../state/lab/lab';
import { showMerge } from '../../state/lab/show-merge';
import { LabProvider } from '../../state/use-lab';
import { Now } from '../../views/now';
import { Stage } from '../../views/stage';
import { startEngine } from '../engines/start-engine';
import { HeroFrame } from './HeroFrame';

export default function Hero() {
  const frame = useRef<HTMLElement>(null);
  const [lab, setLab] = useState<LabStore | null>(null);
  useEffect(() => {
    const sight = watchSight(frame.current);
    let client: EngineClient | null = null;
    const show = async () => {
      client = await startEngine();
      const engine = client;
      if (sight.ended) return engine.close();
      const made = createLab(async () => engine);
      setLab(made);
      await showMerge(made, { still: !wantsMotion(), rest: sight.rest });
    };
    // The page goes on without it.
    show().catch(() => undefined);
    return () => {
      sight.end();
      client?.close();
    };
  }, []);
  return (
    <HeroFrame frame={frame}>
      {lab && (
        <LabProvider value={lab}>
          <Stage slot={0} head={<Now slot={0} acts={null} side={null} />} />
        </LabProvider>
      )}
    </HeroFrame>
  );
}

/** Rests that end only while the element is to be seen. */
function watchSight(element: HTMLElement | null) {
  let [seen, ended] = [false, false];
  let go = () => {};
  const observer = new IntersectionObserver((entries) => {
    seen = entries.at(-1)?.isIntersecting ?? false;
    if (seen) go();
  });
  if (element) observer.observe(element);
  const shown = () => go();
  document.addEventListener('visibilitychange', shown);
  return {
    get ended() {
      return ended;
    },
    async rest(ms: number) {
      await new Promise((later) => setTimeout(later, ms));
      while (!ended && !(seen && document.visibilityState === 'visible'))
        await new Promise<void>((later) => {
          go = later;
        });
      if (ended) throw new Error('the page was left');
    },
    end() {
      ended = true;
      observer.disconnect();
      document.removeEventListener('visibilitychange', shown);
      go();
    },
  };
}
