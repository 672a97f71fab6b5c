/**
 * For the instructor (`#/teach`): assignments are made and graded; lecture plans, exams, and what is beside the course are
 * pages of their own (`#/teach/exam`).
 */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { Assignment } from '../../lesson/assignment/assignment';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { StartEngine } from '../../lesson/parts/use-course';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { Grade } from './Grade';
import { Beside } from './guide/Beside';
import { Exam } from './guide/Exam';
import { Lectures } from './guide/Lectures';
import { Make } from './Make';
import './teach.css';

/** The parts of the page, by the end of their address; the first has none. */
export const TEACH_PARTS = ['assignments', 'lectures', 'exam', 'beside'] as const;
type TeachPart = (typeof TEACH_PARTS)[number];

const NAMES: Record<TeachPart, () => string> = {
  assignments: m.guide_part_assignments,
  lectures: m.guide_part_lectures,
  exam: m.guide_part_exam,
  beside: m.guide_part_beside,
};

export interface TeachProps {
  part: TeachPart;
  engine: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
}

export function Teach({ part, engine, challenges, policies }: TeachProps) {
  const [assignment, setAssignment] = useState<Assignment | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // The page changed under a person who came here by keyboard: reading goes on from its title.
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <>
      <header className="page-title">
        <h2 ref={title} tabIndex={-1}>
          {m.teach_title()}
        </h2>
        <nav className="actions" aria-label={m.teach_title()}>
          {TEACH_PARTS.map((each) => (
            <a
              key={each}
              className="button"
              href={each === 'assignments' ? '#/teach' : `#/teach/${each}`}
              aria-current={each === part ? 'page' : undefined}
            >
              {NAMES[each]()}
            </a>
          ))}
        </nav>
      </header>
      {part === 'lectures' && <Lectures />}
      {part === 'exam' && <Exam />}
      {part === 'beside' && <Beside />}
      {part === 'assignments' && (
        <>
          <Make changed={setAssignment} />
          <Grade {...{ assignment, engine, challenges, policies }} />
        </>
      )}
    </>
  );
}
