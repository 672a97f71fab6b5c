/** Exam questions and the concept inventory, as papers (`#/teach/exam`). Keys are papers of their own. */
import { useEffect, useId, useState } from 'react';
import { useTyped } from '../../../base/typed/use-typed';
import { useLanguage } from '../../../base/use-language';
import { m } from '../../../i18n/compiled/messages.js';
import { asks } from '../../../lesson/language/lesson';
import { parseLesson } from '../../../lesson/language/parse';
import { BANKS, loadLesson } from '../../../lesson/play/library';
import { paperLink } from '../../handout/Handout';
import { SHEETS } from '../../handout/sheets';

interface Bank {
  slug: string;
  title: string;
  questions: number;
  varied: number;
}

const INVENTORY = 'inventory';
/** In the order of the course; a bank that is not listed comes last. */
const ORDER = ['exam-maps', 'exam-logs', 'exam-dftl', 'exam-gc', 'exam-device'];
const placeOf = (slug: string) => (ORDER.includes(slug) ? ORDER.indexOf(slug) : ORDER.length);

export function Exam() {
  const banks = useBanks();
  const [seed, setSeed] = useTyped('exam seed', '');
  const id = useId();
  const exams = banks.filter(({ slug }) => slug !== INVENTORY);
  const inventory = banks.find(({ slug }) => slug === INVENTORY);
  const count = (of: 'questions' | 'varied') => exams.reduce((sum, bank) => sum + bank[of], 0);
  return (
    <>
      <section className="panel" aria-labelledby={`${id}-exam`}>
        <h3 id={`${id}-exam`}>{m.guide_exam()}</h3>
        <p className="quiet">
          {m.guide_exam_how({ questions: count('questions'), varied: count('varied') })}
        </p>
        <div className="actions">
          <label>
            {m.teach_seed()}{' '}
            <input
              type="text"
              autoComplete="off"
              size={10}
              maxLength={60}
              value={seed}
              onChange={({ target }) => setSeed(target.value)}
            />
          </label>
        </div>
        <Papers banks={exams} seed={seed} />
      </section>
      {inventory && (
        <section className="panel" aria-labelledby={`${id}-inventory`}>
          <h3 id={`${id}-inventory`}>{inventory.title}</h3>
          <p>{m.guide_inventory_how({ items: inventory.questions })}</p>
          <p className="quiet">{m.guide_inventory_gain()}</p>
          <Papers banks={[inventory]} seed="form" />
        </section>
      )}
    </>
  );
}

function Papers({ banks, seed }: { banks: readonly Bank[]; seed: string }) {
  return (
    <ul className="papers">
      {banks.map(({ slug, title, questions }) => (
        <li key={slug}>
          <span className="bank">
            <b>{title}</b> <span className="quiet">{m.guide_questions({ count: questions })}</span>
          </span>
          {SHEETS.map((sheet) => (
            <span key={sheet} className="actions">
              <a className="button small" href={paperLink(slug, 'questions', sheet, seed)}>
                {m.course_sheet({ sheet })}
              </a>
              <a className="button small quiet" href={paperLink(slug, 'answers', sheet, seed)}>
                {m.guide_key({ sheet })}
              </a>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The banks in the page's language; none while they are loaded. */
function useBanks(): readonly Bank[] {
  const [banks, setBanks] = useState<readonly Bank[]>([]);
  const language = useLanguage();
  useEffect(() => {
    let current = true;
    const read = async (slug: string): Promise<Bank[]> => {
      const { lesson } = parseLesson((await loadLesson(slug, language))?.text ?? '');
      if (!lesson) return [];
      const questions = lesson.steps.filter(asks);
      const varied = questions.filter(({ predict }) => predict?.variants).length;
      return [{ slug, title: lesson.title, questions: questions.length, varied }];
    };
    void Promise.all([...BANKS].sort((a, b) => placeOf(a) - placeOf(b)).map(read)).then(
      (found) => current && setBanks(found.flat()),
    );
    return () => {
      current = false;
    };
  }, [language]);
  return banks;
}
