import { getTrainerConnection } from '@tanren/contract/trainer-connection-code';
import {
  listTrainerTrainingSessions,
  type TrainerTrainingSession,
  getTrainingSession,
} from '@tanren/contract/training-sessions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { listTrainerSession, sampleTrainerSession } from '#test/samples/training-sessions.ts';

const cardName = /^トレーナーからの新しいメニュー/;
const main = () => page.getByRole('main');
const card = () => main().getByRole('link', { name: cardName });
const guideLinks = () => page.getByRole('navigation', { name: 'はじめに' });

/** What follows everything else in the page: the card where it came late. */
const lastLink = () => main().getByRole('link').elements().at(-1)?.textContent ?? '';

const made = listTrainerSession(sampleTrainerSession(7, { updatedAt: new Date().toISOString() }));

const answerSessions = (...items: TrainerTrainingSession[]) => {
  answer(listTrainerTrainingSessions, { items, nextCursor: null });
};

const wasAsked = () => listCalls(listTrainerTrainingSessions).length > 0;

const goTo = (name: string) =>
  page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name }).click();

test('who never had a trainer waits for nothing, and what comes late moves nothing', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(listTrainerTrainingSessions, async () => {
    await held;
    return { items: [made], nextCursor: null };
  });
  await renderPage('/');
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.element(guideLinks()).toBeVisible();
  await expect.element(card()).not.toBeInTheDocument();
  release();
  await expect.element(card()).toHaveTextContent('肩の立て直し');
  expect(lastLink()).toMatch(cardName);
  // At the next look it is known from the first moment on.
  await goTo('マイページ');
  await expect.element(heading('マイページ')).toBeVisible();
  await goTo('ホーム');
  await expect.element(card()).toBeVisible();
  expect(lastLink()).toBe('プロフィールを編集する');
});

test('the newest that was never run stands there alone, and leads to it', async () => {
  answerSessions(made, { ...made, trainingSessionId: 8, title: '胸の日' });
  answer(getTrainingSession, sampleTrainerSession(7, { title: '肩の立て直し' }));
  const { address } = await renderPage('/');
  await expect.element(card()).toHaveTextContent(/肩の立て直しコウジさん・2種目・約\d+分/);
  await expectAccessible();
  await card().click();
  await expect.element(heading('肩の立て直し')).toBeVisible();
  expect(address()).toBe('/training-sessions/7');
});

test('when it was run, the next one takes its place', async () => {
  const ran = { ...made, lastRunAt: made.updatedAt };
  answerSessions(ran, { ...made, trainingSessionId: 8, title: '胸の日' });
  await renderPage('/');
  await expect.element(card()).toHaveTextContent('胸の日');
});

test('what was run, and what has waited for long, is no news', async () => {
  const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString();
  answerSessions({ ...made, lastRunAt: made.updatedAt }, { ...made, updatedAt: longAgo });
  await renderPage('/');
  await expect.poll(wasAsked).toBe(true);
  await expect.element(guideLinks()).toBeVisible();
  await expect.element(card()).not.toBeInTheDocument();
});

test('without an answer the home page is as good', async () => {
  answer(listTrainerTrainingSessions, refuse(500, 'internal_error'));
  await renderPage('/');
  await expect.poll(wasAsked).toBe(true);
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.element(guideLinks()).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a device that has seen the link waits for the first session too', async () => {
  answer(getTrainerConnection, {
    state: 'linked',
    trainer: { nickname: 'コウジ' },
    linkedAt: '2026-03-03T09:00:00.000Z',
    scopes: ['history'],
  });
  const { go } = await renderPage('/my-trainer');
  await expect.element(page.getByRole('region', { name: '連携中のトレーナー' })).toBeVisible();
  answerSessions(made);
  await go('/');
  await expect.element(card()).toBeVisible();
  expect(lastLink()).toBe('プロフィールを編集する');
});
