/** For the instructor (`#/teach`): an assignment is made, and the files that students hand in are graded. */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { Assignment } from '../../lesson/assignment/assignment';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { StartEngine } from '../../lesson/parts/use-course';
import { Grade } from './Grade';
import { Make } from './Make';
import './teach.css';

export interface TeachProps {
  engine: StartEngine;
  challenges: StartChallenges;
}

export function Teach({ engine, challenges }: TeachProps) {
  const [assignment, setAssignment] = useState<Assignment | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // The page changed under a person who came here by keyboard: reading goes on from its title.
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <header className="page-title">
        <h2 ref={title} tabIndex={-1}>
          {m.teach_title()}
        </h2>
      </header>
      <Make changed={setAssignment} />
      <Grade {...{ assignment, engine, challenges }} />
    </>
  );
}
