/** The same requests without their times: a device that arrivals outpace serves them one after another. */
import { numberAt, type ScenarioDocument, setAt } from './document';

/** As many requests are out as the device takes; `null` where the model of queues has no place for the scenario. */
export function closedLoop(document: ScenarioDocument): ScenarioDocument | null {
  if (document.power_cut !== undefined) return null;
  const outstanding = numberAt(document, 'host.queue_depth', 1);
  return setAt(setAt(document, 'host.outstanding', outstanding), 'host.arrivals', undefined);
}
