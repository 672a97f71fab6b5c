/** A lesson on paper, with the stage's pictures: the lesson asks for them, the view draws them. */
import { useHashLocation } from 'wouter/use-hash-location';
import { Handout, PAPERS } from '../../classroom/handout/Handout';
import { StagePicture } from '../../views/stage/Picture';
import { startEngine } from '../engines/start-engine';

export default function HandoutPage({ slug }: { slug: string }) {
  const [location] = useHashLocation();
  const asked = new URLSearchParams(location.split('?')[1]);
  const paper = PAPERS.find((each) => asked.has(each)) ?? 'lesson';
  return <Handout key={slug} slug={slug} paper={paper} engine={startEngine} Picture={StagePicture} />;
}
