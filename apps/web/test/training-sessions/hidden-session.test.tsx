import {
  getMyTrainingSession,
  getTrainingSession,
  updateTrainingSession,
} from '@tanren/contract/training-sessions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleTrainingSession } from '#test/reservations/sample-session.ts';

test('the author of a hidden session reads why, and cannot publish it again', async () => {
  const hidden = sampleTrainingSession({
    title: '休みなしの百回',
    visibility: 'private',
    hiddenReason: 'けがにつながる内容のため',
  });
  answer(getTrainingSession, hidden);
  answer(getMyTrainingSession, hidden);
  answer(updateTrainingSession, refuse(409, 'hidden_by_staff'));
  const { main } = await renderPage('/training-sessions/7');
  await expect
    .element(page.getByText('スタッフの判断で非公開になりました'))
    .toHaveTextContent('理由：けがにつながる内容のため');
  await expect.element(main.getByRole('button', { name: /共有/ })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: '編集する' }).click();
  await expect.element(heading('セッションの編集')).toBeVisible();
  await page.getByText('公開', { exact: true }).click();
  await press('保存する');
  await expect.element(page.getByText('「非公開」にすると、内容を保存できます')).toBeVisible();
  expect(listCalls(updateTrainingSession)[0]?.body).toMatchObject({ visibility: 'public' });
});
