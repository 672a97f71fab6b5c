/** The first page, with the merge that plays on it and the lesson to continue with. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLanguage } from '../../base/use-language';
import { Boundary } from '../../kit/Boundary';
import { SLUGS } from '../../lesson/play/library';
import { browserProgress } from '../../lesson/play/progress';
import { Home, type HomeProps } from '../../views/home';
import { unloaded } from '../unloaded';
import { HeroFrame } from './HeroFrame';

const Hero = lazy(() => import('./Hero'));

export default function HomePage({ take, help }: Pick<HomeProps, 'take' | 'help'>) {
  const resume = useResume();
  const ready = useLater();
  return (
    <Home
      hero={
        // Without it the page says all the same.
        <Boundary resetKey={ready} fallback={() => <HeroFrame />}>
          <Suspense fallback={<HeroFrame />}>{ready ? <Hero /> : <HeroFrame />}</Suspense>
        </Boundary>
      }
      lessons={SLUGS.length}
      first={SLUGS[0] ?? ''}
      {...{ resume, take, help }}
    />
  );
}

/** True once the page has been painted and has nothing else to do: the engine of the hero makes no one wait. */
function useLater(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const { requestIdleCallback, cancelIdleCallback } = globalThis;
    if (!requestIdleCallback) {
      const timer = setTimeout(() => setReady(true), 200);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => setReady(true), { timeout: 2000 });
    return () => cancelIdleCallback(idle);
  }, []);
  return ready;
}

/** Lessons are read with a parser: loaded only once a lesson has been begun. */
function useResume(): HomeProps['resume'] {
  const [begun] = useState(() => browserProgress.all().size > 0);
  const [resume, setResume] = useState<HomeProps['resume']>(begun ? undefined : null);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: its title is in the page's language
  useEffect(() => {
    if (!begun) return;
    let current = true;
    import('../../classroom/course/resume')
      .then(({ resumeOf }) => resumeOf(browserProgress))
      // It was a lesson to continue with: where that does not load, the page says so.
      .catch((error) => {
        unloaded(error);
        return null;
      })
      .then((found) => current && setResume(found));
    return () => {
      current = false;
    };
  }, [begun, language]);
  return resume;
}
