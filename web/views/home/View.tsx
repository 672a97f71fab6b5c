/** The first page from top to bottom. */
import type { ReactNode } from 'react';
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FTL_NAMES, ftlIdea } from '../../i18n/ftl-names';
import { FileButton } from '../../kit/FileButton';
import { FtlDiagram } from '../../kit/FtlDiagram';
import { Icon, type IconName } from '../../kit/Icon';
import { MERGE_REPORT } from '../../model/full-merge';
import { IN_ORDER, schemeOf } from '../../schemes';
import css from './home.module.css';

/** The lesson that a person was last at. */
interface Resume {
  slug: string;
  /** In the course, from 1. */
  number: number;
  title: string;
  /** The step one is at, from 1, and how many there are. */
  step: number;
  steps: number;
}

export interface HomeViewProps {
  /** The merge that is played beside the title. */
  hero: ReactNode;
  /** `undefined` while it is looked up, `null` for no one who has begun. */
  resume: Resume | null | undefined;
  /** How many there are in the course, and the first of them. */
  lessons: number;
  first: string;
  /** Receives a file: a trace, or a saved lab. */
  take(file: File): void;
  /** Shows the keys. */
  help(): void;
  /** Hands out the scenario of the hero. */
  saveScenario(): void;
}

const PARTS = [
  m.course_part_foundations,
  m.course_part_log_blocks,
  m.course_part_map,
  m.course_part_cleaning,
  m.course_part_buffers,
];

export function HomeView(props: HomeViewProps) {
  const { hero, resume, lessons, first, take, help, saveScenario } = props;
  return (
    <main className={css.home}>
      <div className={css.wrap}>
        <section className={css.hero} aria-labelledby="home-title">
          <div>
            <h2 id="home-title">{m.home_title()}</h2>
            <p className={css.lead}>{m.home_lead()}</p>
            <p className={css.go}>
              {resume ? (
                <a className="button now large" href={`#/lesson/${resume.slug}`}>
                  <Icon name="play" />
                  {m.home_continue({ number: resume.number })}
                </a>
              ) : (
                <a className="button now large" href="#/path">
                  <Icon name="play" />
                  {m.path_new()}
                </a>
              )}
              {resume ? (
                <a className="button large" href="#/path">
                  {m.path_title()}
                </a>
              ) : (
                <a className="button large" href={`#/lesson/${first}`}>
                  {m.home_start()}
                </a>
              )}
              <a className="button large" href="#/lab">
                {m.home_open_lab()}
              </a>
            </p>
            <p className={css.trust}>
              <span>
                <Icon name="lock" size={14} />
                {m.home_stays_here()}
              </span>
              <span>{m.home_no_account()}</span>
              <span>{m.home_offline()}</span>
            </p>
          </div>
          {hero}
        </section>
        {resume !== null && <Continue resume={resume} />}
        <div className={css.doors}>
          <Door title={m.home_learn()} href="#/learn" text={m.home_learn_text({ lessons })}>
            <ol className={css.path}>
              {PARTS.map((part) => (
                <li key={part()}>{part()}</li>
              ))}
            </ol>
          </Door>
          <Door
            title={m.home_explore()}
            href="#/lab"
            text={m.home_explore_text({ count: integer(IN_ORDER.length) })}
          >
            <div className={css.fan}>
              <FtlDiagram of={schemeOf('bast').diagram} />
              <FtlDiagram of={schemeOf('page').diagram} />
              <FtlDiagram of={schemeOf('dftl').diagram} />
            </div>
          </Door>
          <Door
            title={m.home_trace()}
            href="#/traces"
            text={m.home_trace_text({ count: integer(IN_ORDER.length) })}
          >
            <div className={css.drop}>
              <Icon name="file" />
              <span>
                {m.home_trace_drop()}{' '}
                <FileButton className="small" label={m.home_trace_choose()} take={take} />
                <small>{m.home_trace_formats()}</small>
              </span>
            </div>
          </Door>
        </div>
        <section className={css.section} aria-labelledby="home-ftls">
          <h2 id="home-ftls">{m.home_ftls()}</h2>
          <p>{m.home_ftls_text()}</p>
          <ul className={css.ftls}>
            {IN_ORDER.map(({ kind, diagram }) => (
              <li key={kind}>
                <a className={`panel ${css.ftl}`} href={`#/lab/${kind}`}>
                  <FtlDiagram of={diagram} />
                  <b>{FTL_NAMES[kind]()}</b>
                  <span>{ftlIdea(kind)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <div className={css.two}>
          <section className={`panel ${css.who}`} aria-labelledby="home-instructors">
            <h2 id="home-instructors">{m.home_instructors()}</h2>
            <ul>
              <Offer icon="screen" text={m.home_lecture()} link={m.home_lecture_link()} href="#/learn" />
              <Offer icon="check" text={m.home_class()} link={m.home_class_link()} href="#/teach" />
              <Offer
                icon="learn"
                text={m.home_paper()}
                link={m.home_paper_link()}
                href={`#/handout/${first}`}
              />
              <Offer icon="pencil" text={m.home_own()} link={m.home_own_link()} href="#/edit" />
            </ul>
          </section>
          <section className={`panel ${css.who}`} aria-labelledby="home-engineers">
            <h2 id="home-engineers">{m.home_engineers()}</h2>
            <ul>
              <Offer icon="chart" text={m.home_compare()} link={m.home_compare_link()} href="#/batch" />
              <Offer icon="pencil" text={m.home_policy()} link={m.home_policy_link()} href="#/policy" />
              <Offer icon="table" text={m.home_check()} link={m.home_check_link()} href="#/validation" />
              <li>
                <Icon name="terminal" />
                <span>{m.home_engine()}</span>
                <button type="button" className="small" onClick={saveScenario}>
                  {m.home_engine_scenario()}
                </button>
              </li>
            </ul>
            <pre className={css.listing}>
              <i>$ </i>ftl-lab run full-merge.json
              {MERGE_REPORT.map(([name, value]) => `\n${name.padEnd(21)}${value}`)}
            </pre>
          </section>
        </div>
        <footer className={css.foot}>
          <span>{m.home_languages({ lessons })}</span>
          <a href="#/validation">{m.home_check_short()}</a>
          <a href="#/glossary">{m.home_glossary()}</a>
          <button type="button" className={css.link} onClick={help}>
            {m.home_keys()}
          </button>
          <span>{m.home_licence()}</span>
        </footer>
      </div>
    </main>
  );
}

/** Keeps its place while the lesson is looked up. */
function Continue({ resume }: { resume: Resume | undefined }) {
  if (!resume) return <div className={css.continue} />;
  const { slug, number, title, step, steps } = resume;
  return (
    <a className={`panel ${css.continue}`} href={`#/lesson/${slug}`}>
      <span className="quiet">{m.course_continue()}</span>
      <b>{m.course_numbered({ number, title })}</b>
      <span className={css.share} aria-hidden="true">
        <i style={{ width: `${(100 * (step - 1)) / steps}%` }} />
      </span>
      <span className="quiet">{m.course_at({ step, steps })}</span>
      <Icon name="right" />
    </a>
  );
}

interface DoorProps {
  title: string;
  href: string;
  text: string;
  children: ReactNode;
}

function Door({ title, href, text, children }: DoorProps) {
  return (
    <section className={`panel ${css.door}`}>
      <h2>
        <a href={href}>
          {title}
          <Icon name="right" />
        </a>
      </h2>
      <p>{text}</p>
      {children}
    </section>
  );
}

function Offer({ icon, text, link, href }: { icon: IconName; text: string; link: string; href: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{text}</span>
      <a href={href}>{link}</a>
    </li>
  );
}
