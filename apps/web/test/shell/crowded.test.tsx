import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { breakReads, mendReads, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { mainPlaces } from './page-case.ts';

const tooMany = rejectWith(429, 'too_many_requests', { retryAfter: 2 });

/** Checks that no toast asks the member to try again what the page repeats by itself. */
function expectNoAppeal(): void {
  expect(toast('もう一度お試しください').elements()).toHaveLength(0);
}

// spec 8.7
test('explains a rate-limited page inside the shell, and opens it by itself', async () => {
  breakReads(['/userinfo'], tooMany);
  await renderPage('/settings');
  await expect.element(heading('混み合っています')).toBeVisible();
  await expect
    .element(page.getByText('このままお待ちください。約2秒後に自動で読み込みます。'))
    .toBeVisible();
  await expect.element(mainPlaces()).toBeVisible();
  expectNoAppeal();
  await expectAccessible();
  mendReads();
  await expect.element(heading('マイページ'), { timeout: 10_000 }).toBeVisible();
  ignoreConsoleErrors('ApiError');
});

test('explains a rate-limited part of a page, and loads it by itself', async () => {
  breakReads(['/training-status'], tooMany);
  await renderPage('/');
  const words = page.getByText(
    '混み合っています。今週のトレーニングは、まもなく自動で読み込みます。',
  );
  await expect.element(words).toBeVisible();
  expectNoAppeal();
  mendReads();
  await expect.element(page.getByText('目安 週').first(), { timeout: 10_000 }).toBeVisible();
  await expect.element(words).not.toBeInTheDocument();
  ignoreConsoleErrors('ApiError');
});
