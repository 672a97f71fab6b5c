/** The editor's place in the page. Loaded when the text is first looked at, with CodeMirror and the schema. */
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { currentLanguage } from '../../../base/language';
import { m } from '../../../i18n/compiled/messages.js';
import schema from '../../../protocol/generated/scenario.schema.json';
import { FIELDS } from '../fields';
import { type Editor, type EditorOptions, openEditor } from './editor';
import type { Schema } from './schema';
import './text.css';

export interface TextHandle {
  select(at: number): void;
}

export interface ScenarioTextProps {
  ref: Ref<TextHandle>;
  id: string;
  labelledBy: string;
  describedBy: string;
  text: string;
  invalid: boolean;
  onText: (text: string) => void;
}

export default function ScenarioText(props: ScenarioTextProps) {
  const { ref, text, invalid } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const now = useRef(props);
  /** The editor's last words: a text that comes back may be older than the current text. */
  const told = useRef(text);
  now.current = props;
  useEffect(() => {
    if (!place.current) return;
    const { id, labelledBy, describedBy, text } = now.current;
    const opened = openEditor(place.current, {
      ...{ id, labelledBy, describedBy, text, words },
      phrases: { Completions: m.scenario_suggestions() },
      schema: SCHEMA,
      changed(changed) {
        told.current = changed;
        now.current.onText(changed);
      },
    });
    editor.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    if (text !== told.current) editor.current?.put(text);
  }, [text]);
  useEffect(() => {
    editor.current?.mark(invalid);
  }, [invalid]);
  useImperativeHandle(ref, () => ({ select: (at) => editor.current?.select(at) }), []);
  return <div ref={place} className="scenario-code" />;
}

const SCHEMA: Schema = schema;

/** The schema is in English. In another language a member is described as in the form. */
const words: EditorOptions['words'] = ({ description = '', default: usual }, path) => {
  const field = FIELDS.find((each) => each.path === path?.replace(/\[\d+\]/, '[0]'));
  const own = currentLanguage() !== 'en' && field;
  const text = own ? `${field.label()}. ${field.help?.() ?? ''}`.trim() : description;
  const simple = typeof usual === 'number' || typeof usual === 'string' || typeof usual === 'boolean';
  return simple ? `${text} (${m.scenario_default({ value: String(usual) })})` : text;
};
