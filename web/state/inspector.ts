/**
 * The part that the inspector beside the stage shows; `open`: whether it is there where the room is the stage's at
 * first: in a lesson, side by side, and as a sheet on a phone. `whole`: in a lesson, the timeline with all of its lanes.
 */
import { createStore } from 'zustand/vanilla';

export const INSPECTOR_TABS = ['why', 'numbers', 'maps'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

export const inspector = createStore<{ tab: InspectorTab; open: boolean; whole: boolean }>()(() => ({
  tab: 'why',
  open: false,
  whole: false,
}));

const TAB_OF: Partial<Record<string, InspectorTab>> = { why: 'why', metrics: 'numbers', tables: 'maps' };

/** Turns to where a part of the page, as lessons name it, is to be seen. */
export function turnTo(region: string): void {
  const tab = TAB_OF[region];
  if (tab) inspector.setState({ tab });
}
