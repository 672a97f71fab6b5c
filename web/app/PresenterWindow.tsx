/** The presenter's window with the stage's pictures: the lecture asks for them, the view draws them. */
import Presenter from '../lesson/lecture/Presenter';
import { StagePicture } from '../views/stage/Picture';
import { roundsOf } from './rounds-of';
import { startEngine } from './start-engine';

export default function PresenterWindow({ id }: { id: string }) {
  return <Presenter {...{ id }} engine={startEngine} rounds={roundsOf} Picture={StagePicture} />;
}
