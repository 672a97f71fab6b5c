/** The presenter's window with the stage's pictures: the lecture asks for them, the view draws them. */
import Presenter from '../../classroom/lecture/presenter/Presenter';
import { StagePicture } from '../../views/stage/Picture';
import { challengesOf } from '../engines/challenges-of';
import { startEngine } from '../engines/start-engine';

export default function PresenterWindow({ id }: { id: string }) {
  return <Presenter {...{ id }} engine={startEngine} challenges={challengesOf} Picture={StagePicture} />;
}
