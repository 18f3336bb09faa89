import {
  answerHealthCheck,
  deleteHealthCheck,
  getHealthCheck,
  type HealthCheck,
  listDueHealthChecks,
} from '@tanren/contract/memberships/health-checks';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openGymBook } from '#test/booking/gym-book.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { answeredCheck, sampleAnswers, sampleHealthCheck } from '#test/samples/health-checks.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { alert, button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const path = '/gyms/1/health-check';
const question = (part: RegExp) => page.getByRole('group', { name: part });
const send = '同意して回答を送る';

/** Opens the page of a gym that stores the answers in memory. */
async function openCheck(start: Partial<HealthCheck> = {}) {
  let check: HealthCheck = { ...sampleHealthCheck, ...start };
  answer(getHealthCheck, () => check);
  answer(answerHealthCheck, ({ body: { answers } }) => {
    check = { ...check, check: answeredCheck(answers) };
    return check;
  });
  answer(deleteHealthCheck, () => {
    check = { ...check, check: null };
    return check;
  });
  return await renderPage(path);
}

/** Answers いいえ to every question but those that match. */
async function answerAll(yes: RegExp | null = null): Promise<void> {
  await expect.element(button(send)).toBeVisible();
  const groups = page.getByRole('group').elements();
  for (const group of groups) {
    const isYes = yes?.test(group.textContent) ?? false;
    await page
      .elementLocator(group)
      .getByText(isYes ? 'はい' : 'いいえ', { exact: true })
      .click();
  }
}

test('asks seven questions, and a yes advises to see a doctor without forbidding anything', async () => {
  await openCheck();
  await expect.element(heading('健康チェック')).toBeVisible();
  expect(page.getByRole('group').elements()).toHaveLength(7);
  await expectAccessible();
  expectNoSidewaysScroll();
  await answerAll(/けが/);
  await tapTwice(button(send));
  await expect
    .element(page.getByText('医師に相談するか、ジムのスタッフにお声がけください。'))
    .toBeVisible();
  await expect.element(page.getByText('トレーニングを禁止するものではありません。')).toBeVisible();
  await expectAccessible();
  expect(listCalls(answerHealthCheck)).toMatchObject([
    { body: { answers: { ...sampleAnswers, joints: true } } },
  ]);
});

test('a health check without a yes has no advice', async () => {
  await openCheck();
  await answerAll();
  await press(send);
  await expect.element(page.getByText('ご回答ありがとうございます。')).toBeVisible();
  expect(page.getByText('医師に相談するか').elements()).toEqual([]);
});

test('shows which questions are not answered', async () => {
  await openCheck();
  await question(/胸に痛み/)
    .getByText('いいえ', { exact: true })
    .click();
  await press(send);
  const errors = page.getByText('「はい」か「いいえ」を選んでください');
  await expect.poll(() => errors.elements().length).toBe(6);
  expect(listCalls(answerHealthCheck)).toEqual([]);
});

test('earlier answers are shown, and can be changed and deleted', async () => {
  await openCheck({ check: answeredCheck({ ...sampleAnswers, heart: true }) });
  await expect.element(page.getByRole('region', { name: 'あなたの回答' })).toBeVisible();
  await press('回答を変更する');
  await expect
    .element(question(/高血圧があると/).getByRole('radio', { name: 'はい' }))
    .toBeChecked();
  await question(/高血圧があると/)
    .getByText('いいえ', { exact: true })
    .click();
  await press(send);
  await expect.element(page.getByText('ご回答ありがとうございます。')).toBeVisible();
  await press('回答を削除する');
  await press('削除する');
  await expect.element(toast('回答を削除しました')).toBeVisible();
  await expect.element(button(send)).toBeVisible();
});

test('explains a rejection, and that a gym does not ask', async () => {
  await openCheck();
  answer(answerHealthCheck, rejectWith(409, 'change_impossible'));
  await answerAll();
  await press(send);
  await expect.element(alert()).toBeVisible();
});

test('a gym without a health check asks nothing', async () => {
  await openCheck({ isAsked: false });
  await expect
    .element(page.getByText('このジムでは、健康チェックを行っていません。'))
    .toBeVisible();
});

test.each(['/', '/reservations?view=mine'])(
  '%s invites a member before the first visit',
  async (address) => {
    openGymBook();
    answer(getHealthCheck, sampleHealthCheck);
    answer(listDueHealthChecks, { due: [{ gymId: sampleGym.id, gymName: sampleGym.name }] });
    await renderPage(address);
    const invitation = page.getByRole('link', { name: /健康チェックにお答えください/ });
    await expect.element(invitation).toHaveTextContent('TANREN 神田');
    await expect.element(invitation).toHaveAttribute('href', path);
  },
);
