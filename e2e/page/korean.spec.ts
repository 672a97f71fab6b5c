// The lab in Korean: chosen by keyboard in the middle of a run, by the browser, by a link; a lesson with its predictions; what is wrong; the
// glossary.

import type { Page } from '@playwright/test';
import { expect, test } from '../lab-page';

// A colour halfway between two is no one's choice.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const FULL_MERGE = 7;

function speaks(page: Page, language: string) {
  return expect(page.locator('html')).toHaveAttribute('lang', language);
}

test('changed by keyboard in the middle of a run, which stays where it is; kept; only one language travels', async ({
  lab,
}) => {
  const { page } = lab;
  const texts: string[] = [];
  page.on('request', (request) => {
    const [, language] = /texts-(\w\w)-/.exec(request.url()) ?? [];
    if (language) texts.push(language);
  });
  await lab.open();
  await lab.runTo('Next full merge');
  await lab.standsAt(/^request \d+ of \d+ · step \d+ of \d+$/);
  const numbers = (await lab.position.innerText()).match(/\d+/g);
  expect(new Set(texts)).toEqual(new Set(['en']));

  await lab.more('한국어');
  await expect(page.getByRole('button', { name: '더 보기' })).toBeFocused();
  await speaks(page, 'ko');
  await expect.poll(async () => (await lab.position.innerText()).match(/\d+/g)).toEqual(numbers);
  await expect(page.getByRole('region', { name: '이유', exact: true })).toContainText('완전 병합');
  await page.getByRole('tab', { name: '매핑', exact: true }).click();
  await expect(page.getByRole('region', { name: '매핑 테이블', exact: true })).toContainText('로그 블록');

  texts.length = 0;
  await page.reload();
  await expect.poll(async () => (await lab.position.innerText()).match(/\d+/g)).toEqual(numbers);
  expect(new Set(texts)).toEqual(new Set(['ko']));
});

test('a link may ask for it, for that visit', async ({ lab }) => {
  const { page } = lab;
  await page.goto('./#/lesson/bast?step=update&lang=ko');
  await expect(page.getByRole('heading', { name: '첫 갱신에 로그 블록을 할당합니다' })).toBeVisible();
  await page.goto('about:blank');
  await lab.open();
  await speaks(page, 'en');
  await page.goto('about:blank');
  await page.goto('./?lang=ko#/lab');
  await lab.standsAt(/첫 요청 앞$/);
});

test('the stage is drawn again when the Korean letters have come', async ({ lab }) => {
  const { page } = lab;
  let come = () => {};
  const letters = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/noto-sans-kr*.woff2', async (route) => {
    await letters;
    await route.continue();
  });
  // Not the picture tells: the machine may have Korean letters of the same design.
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      if (/[가-힣]/.test(text)) document.documentElement.dataset.lettered = 'true';
      fillText.call(this, text, ...at);
    };
  });
  await page.goto('./?lang=ko#/lab');
  await lab.standsAt(/첫 요청 앞$/);
  const stage = page.getByRole('region', { name: '플래시 배열', exact: true }).locator('canvas');
  const html = page.locator('html');
  const picture = () => stage.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const settled = async () => {
    let before = '';
    await expect(async () => {
      const last = before;
      before = await picture();
      expect(before).toBe(last);
    }).toPass({ intervals: [300] });
    return before;
  };
  await settled();
  await expect(html).toHaveAttribute('data-lettered', 'true');
  await html.evaluate(({ dataset }) => delete dataset.lettered);
  come();
  await expect(html).toHaveAttribute('data-lettered', 'true');
  const lettered = await settled();
  // Another width and back draws everything again: nothing is left of the picture without letters.
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(picture).not.toBe(lettered);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(picture).toBe(lettered);
});

test.describe('in a Korean browser', () => {
  test.use({ locale: 'ko-KR' });

  test('a lesson: a prediction wrong, a fresh variant right, by keyboard, and taken up again after a reload', async ({
    page,
  }) => {
    await page.goto('./#/lesson/bast');
    const lesson = page.getByRole('region', { name: '수업', exact: true });
    await expect(lesson.getByText('1/21단계')).toBeVisible();
    const press = async (name: string) => {
      const button = lesson.getByRole('button', { name, exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
    };
    for (let at = 1; at < FULL_MERGE; at += 1) {
      if (await lesson.getByRole('button', { name: '답 보기' }).isVisible()) await press('답 보기');
      await page.keyboard.press('PageDown');
      await expect(lesson.getByText(`${at + 1}/21단계`)).toBeVisible();
    }
    await expect(lesson.getByRole('heading', { name: '첫째 병합: 완전 병합' })).toBeFocused();
    const answer = async (text: string) => {
      // Enter checks as the button does, once there is something to check against.
      await expect(lesson.getByRole('button', { name: '확인', exact: true })).toBeEnabled();
      const field = lesson.getByRole('textbox', { name: /^답/ });
      await field.focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await answer('5');
    await expect(lesson.getByText('아직 아닙니다:')).toBeVisible();
    await expect(lesson.getByText('그것은 로그 블록에 있는 최신 사본의 수입니다.')).toBeVisible();

    await press('새 변형 풀기');
    await expect(lesson.getByText(/^변형 1:/)).toBeVisible();
    const pages = await lesson.getByTitle('scenario.device.pages_per_block').first().innerText();
    await answer(pages);
    await expect(lesson.getByText('맞습니다.', { exact: true })).toBeVisible();
    await press('수업의 예제로 돌아가기');
    await expect(lesson.getByRole('heading', { name: '결과' })).toBeVisible();

    await page.reload();
    await expect(lesson.getByText(`${FULL_MERGE}/21단계`)).toBeVisible();
    await expect(lesson.getByRole('heading', { name: '결과' })).toBeVisible();
    await speaks(page, 'ko');
  });

  test('errors are in Korean: a figure of the form, a line of a trace', async ({ lab }) => {
    const { page } = lab;
    await page.goto('./#/lab');
    await lab.standsAt(/첫 요청 앞$/);
    await lab.button('시나리오').click();
    await page.getByRole('tab', { name: '장치' }).click();
    const blocks = page.getByRole('textbox', { name: '블록 수', exact: true });
    await blocks.fill('0');
    await lab.button('적용').click();
    await expect(blocks).toHaveAccessibleDescription('블록 수: 정수여야 합니다. 1 이상. 입력한 값: “0”.');
    await lab.button('닫기').click();

    await lab.dropFile('bad.spc', Buffer.from('0,1,512,r,0\n0,1,512,X,0\n'));
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'bad.spc: 2행 9열, Opcode(spc): `X`: 연산이 아닙니다. 쓸 수 있는 것: R 또는 W.',
    );
  });

  test('a term shows its meaning, by keyboard; the glossary has all terms', async ({ page }) => {
    await page.goto('./#/lesson/bast');
    const lesson = page.getByRole('region', { name: '수업', exact: true });
    const term = lesson.getByRole('button', { name: '로그 블록', exact: true });
    await term.focus();
    await page.keyboard.press('Enter');
    const meaning = lesson.getByRole('note').filter({ hasText: '로그 블록(log block)' });
    await expect(meaning).toBeVisible();
    await expect(meaning).toContainText('Kim et al. 2002');
    await page.keyboard.press('Escape');
    await expect(meaning).toBeHidden();

    await page.goto('./#/glossary');
    await expect(page.getByRole('heading', { name: '용어집' })).toBeFocused();
    await page.getByRole('searchbox', { name: '용어 검색' }).fill('switch');
    await expect(page.getByRole('term').first()).toContainText('교환 병합');
  });
});
