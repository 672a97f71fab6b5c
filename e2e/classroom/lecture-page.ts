// The two windows of a lecture, as tests act on them.

import type { Page } from '@playwright/test';
import { expect, LabPage } from '../lab-page';

/** The texts looked for in each language. */
export const WORDS = {
  'en-US': {
    begin: 'Lecture',
    next: 'Next',
    question: 'Question: you can explore the lab freely',
    blank: 'The projector is blank',
    room: 'Room',
    theme: 'Theme of the projector',
    help: 'All keys',
  },
  'ko-KR': {
    begin: '강의',
    next: '다음',
    question: '질문: 랩을 자유롭게 살펴볼 수 있습니다',
    blank: '프로젝터 화면이 꺼져 있습니다',
    room: '강의실',
    theme: '프로젝터의 테마',
    help: '모든 키',
  },
};
type Words = (typeof WORDS)['en-US'];

export class Lecture {
  readonly projector: Page;
  presenter: Page;
  private readonly words: Words;

  private constructor(projector: Page, presenter: Page, words: Words) {
    this.projector = projector;
    this.presenter = presenter;
    this.words = words;
  }

  /** Begins one at a step of a lesson, by default that on BAST. */
  static async begin(
    projector: Page,
    step: string,
    words: Words = WORDS['en-US'],
    lesson = 'bast',
  ): Promise<Lecture> {
    await projector.goto(`./#/lesson/${lesson}?step=${step}`);
    const opened = projector.context().waitForEvent('page');
    await projector.getByRole('button', { name: words.begin, exact: true }).click();
    const lecture = new Lecture(projector, await opened, words);
    await lecture.presenter.setViewportSize({ width: 1280, height: 720 });
    await expect(lecture.presenter.getByRole('button', { name: words.next, exact: true })).toBeVisible();
    // Computed: its answers are there.
    await expect(lecture.presenter.getByText('…', { exact: true })).toHaveCount(0);
    await expect(lecture.presenter.getByRole('alert')).toBeHidden();
    return lecture;
  }

  async shows(title: string, on: Page = this.projector) {
    await expect(on.getByRole('heading', { name: title, exact: true, level: 3 })).toBeVisible();
    if (on !== this.projector) return;
    // To be read, not only to be heard.
    await expect(head(on)).toContainText(title);
  }

  async standsAt(position: string | RegExp) {
    await expect(this.projector.getByTestId('position')).toHaveText(position);
  }

  get question() {
    return this.projector.getByText(this.words.question);
  }

  /** Leaves for a question; the hash of the frame there. */
  async leave(): Promise<string> {
    await this.presenter.keyboard.press('q');
    await expect(this.question).toBeVisible();
    return (await new LabPage(this.projector).report()).state_hash;
  }

  async end() {
    await this.presenter.getByText(this.words.room, { exact: true }).click();
    // The window closes itself, sometimes before Playwright has heard that the click is done.
    const unanswered = (error: Error) => {
      if (!/has been closed/.test(error.message)) throw error;
    };
    await Promise.all([
      this.presenter.waitForEvent('close'),
      this.presenter.getByRole('button', { name: 'End the lecture' }).click().catch(unanswered),
    ]);
  }

  async comeBack(by: Page) {
    await by.keyboard.press('q');
    await expect(this.question).toBeHidden();
  }
}

/** Where the lesson is, at the top of the projector's window. */
export function head(projector: Page) {
  return projector.locator('.lecture-head');
}
