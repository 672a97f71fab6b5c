/** The inspector beside the stage: why, numbers or maps, and below all three the figures. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { m } from '../i18n/compiled/messages.js';
import { INSPECTOR_TABS, type InspectorTab, inspector } from '../state/inspector';
import { useLab } from '../state/use-lab';

const NAMES: Record<InspectorTab, () => string> = {
  why: m.now_tab_why,
  numbers: m.now_tab_numbers,
  maps: m.now_tab_maps,
};

export interface InspectorProps {
  panels: Record<InspectorTab, ReactNode>;
  figures: ReactNode;
  /** It shows one thing alone: there is nothing to turn to. */
  alone: boolean;
}

export function Inspector({ panels, figures, alone }: InspectorProps) {
  const { tab, open } = useStore(inspector);
  // At rest all three are there, so that turning to one shows it at once; while playing only the one that is seen is kept up.
  const playing = useLab((lab) => lab.playing);
  return (
    <aside className="side" id="explanation" aria-label={m.now_inspector()}>
      <button
        type="button"
        className="quiet handle"
        aria-label={m.now_inspector()}
        aria-expanded={open}
        aria-controls={`inspector-${tab}`}
        onClick={() => inspector.setState({ open: !open })}
      />
      {!alone && <Tabs tab={tab} />}
      {INSPECTOR_TABS.map((each) => (
        <div
          key={each}
          id={`inspector-${each}`}
          className="inspected"
          role="tabpanel"
          aria-labelledby={`inspector-tab-${each}`}
          data-panel={each}
          hidden={each !== tab}
        >
          <h2 className="visually-hidden">{NAMES[each]()}</h2>
          {(each === tab || !playing) && panels[each]}
        </div>
      ))}
      {figures}
    </aside>
  );
}

/** On a phone it is a sheet, which comes up for what is asked for (app.css). */
export function isSheet(): boolean {
  return globalThis.matchMedia?.('(max-width: 700px) and (min-height: 800px)').matches ?? false;
}

function Tabs({ tab }: { tab: InspectorTab }) {
  const list = useRef<HTMLDivElement>(null);
  const turn = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const count = INSPECTOR_TABS.length;
    const at = (INSPECTOR_TABS.indexOf(tab) + by + count) % count;
    inspector.setState({ tab: INSPECTOR_TABS[at] ?? 'why' });
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <div ref={list} className="segmented" role="tablist" aria-label={m.now_inspector()} onKeyDown={turn}>
      {INSPECTOR_TABS.map((each) => (
        <button
          key={each}
          id={`inspector-tab-${each}`}
          type="button"
          role="tab"
          aria-selected={each === tab}
          aria-controls={`inspector-${each}`}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => inspector.setState({ tab: each, ...(isSheet() && { open: true }) })}
        >
          {NAMES[each]()}
        </button>
      ))}
    </div>
  );
}
