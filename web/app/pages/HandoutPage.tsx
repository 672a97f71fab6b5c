/** A lesson on paper, with the stage's pictures: the lesson asks for them, the view draws them. */
import { useHashLocation } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { Closed } from '../../classroom/assignment/Closed';
import { underWay } from '../../classroom/assignment/under-way';
import { Handout, PAPERS } from '../../classroom/handout/Handout';
import { SHEETS } from '../../classroom/handout/sheets';
import { BANKS } from '../../lesson/play/library';
import { StagePicture } from '../../views/stage/Picture';
import { challengesOf } from '../engines/challenges-of';
import { startEngine } from '../engines/start-engine';

export default function HandoutPage({ slug }: { slug: string }) {
  const [location] = useHashLocation();
  const asked = new URLSearchParams(location.split('?')[1]);
  const at = useStore(underWay, (state) => state.at);
  const paper = PAPERS.find((each) => asked.has(each)) ?? (BANKS.includes(slug) ? 'questions' : 'lesson');
  const sheet = paper === 'lesson' ? null : (SHEETS.find((each) => each === asked.get('sheet')) ?? null);
  const seed = (asked.get('seed') ?? '').slice(0, 60);
  if (at)
    return (
      <main className="page">
        <Closed at={at} />
      </main>
    );
  return (
    <Handout
      key={slug}
      {...{ slug, paper, sheet, seed }}
      engine={startEngine}
      challenges={challengesOf}
      Picture={StagePicture}
    />
  );
}
