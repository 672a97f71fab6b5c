/** The dialogs of the page, by the action that opens them. They come with a large library of widgets: loaded when first opened. */
import { type ComponentType, lazy } from 'react';
import { loadNeeds } from '../protocol/runs/needs';
import type { KeyAction } from '../state/keys/keys';
import type { FileActions } from './files/use-file-actions';

/** The wishes of a dialog; most want only to be closed. */
export interface PanelProps {
  close: () => void;
  /** Does what a key would do. */
  act: (action: KeyAction) => void;
  files: FileActions;
}

const dialog = (load: () => Promise<ComponentType<PanelProps>>) =>
  lazy(() => load().then((component) => ({ default: component })));

/** Makes scenarios of one size, and asks the engine how large they must be. */
const sizing = (load: () => Promise<ComponentType<PanelProps>>) =>
  dialog(async () => (await Promise.all([load(), loadNeeds()]))[0]);

export const DIALOGS = {
  scenario: dialog(() => import('../views/scenario').then((view) => view.ScenarioDialog)),
  compare: sizing(() => import('../views/compare/dialog').then((view) => view.CompareDialog)),
  help: dialog(() => import('../views/notices/help').then((view) => view.HelpDialog)),
  palette: dialog(() => import('./palette/Palette').then((view) => view.Palette)),
  model: dialog(() => import('../views/model').then((view) => view.ModelDialog)),
  settings: dialog(() => import('../views/settings').then((view) => view.SettingsDialog)),
};

export type Panel = keyof typeof DIALOGS;
