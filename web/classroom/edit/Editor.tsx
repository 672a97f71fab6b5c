/** The region "Lesson editor": where to begin, or a lesson that is being written. Loaded when it is first opened. */
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { StartEngine } from '../../lesson/parts/use-course';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { Closed } from '../assignment/Closed';
import { underWay } from '../assignment/under-way';
import { type Draft, draftOf, forgetDraft, keepDraft } from './drafts';
import { type Opened, openedOf } from './opened';
import { Start } from './Start';
import { Workbench } from './Workbench';
import '../../lesson/parts/lesson.css';
import './edit.css';

export interface EditorProps {
  /** The name in the address behind `#/edit/`: see `openedOf`; empty for the start page. */
  wanted: string;
  /** Starts an engine for checks, another for the preview. Must not change between renders. */
  engine: StartEngine;
  /** Starts the module of challenges, where a step is one. Must not change between renders. */
  challenges: StartChallenges;
  /** Runs the code of a policy in the preview, when it is asked for. */
  policies: RunPolicy;
}

export default function Editor(props: EditorProps) {
  const at = useStore(underWay, (state) => state.at);
  if (!at) return <Opener {...props} />;
  // A lesson's text has its answers.
  return (
    <main className="page">
      <Closed at={at} />
    </main>
  );
}

function Opener({ wanted, engine, challenges, policies }: EditorProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  /** The draft thrown away last, which can be had back. */
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const id = useRef<string | null>(null);

  useEffect(() => {
    // A draft that has just come to be has changed the address itself.
    if (wanted !== '' && wanted === id.current) return;
    let current = true;
    const show = (found: Opened | null) => {
      if (!current) return;
      id.current = found?.id ?? null;
      setOpened(found);
      setUnknown(found || wanted === '' ? null : wanted);
      if (found) setDiscarded(null);
    };
    if (wanted === '') show(null);
    else openedOf(wanted).then(show, () => show(null));
    return () => {
      current = false;
    };
  }, [wanted]);

  const discard = (draft: string) => {
    setDiscarded(draftOf(draft));
    forgetDraft(draft);
    navigate('/edit');
  };
  const recover = () => {
    if (discarded) keepDraft(discarded);
    setDiscarded(null);
  };
  if (opened) return <Workbench key={opened.id} {...{ opened, engine, challenges, policies, discard }} />;
  return <Start {...{ unknown, discarded, discard, recover }} />;
}
