import { listGyms } from '@tanren/contract/gyms';
import { createReservation } from '@tanren/contract/training-reservations';
import { getTrainingSession } from '@tanren/contract/training-sessions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { openGymBook, sampleGym } from './gym-book.ts';
import { button } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { cards, openSlots, showMine, slot } from './reservations-page.ts';
import { sampleTrainingSession } from './sample-session.ts';

const banner = () => page.getByRole('region', { name: '予約に付けるセッション' });
const legDay = { trainingSessionId: 7, title: '脚の日', estimatedMinutes: 40 };
const nameLegDay = (card: number) => cards().nth(card).getByRole('link', { name: '脚の日' });

test('a session comes along from its page, can be put on an old reservation, and left off', async () => {
  const book = openGymBook({ slotMinutes: 15, opens: 8, closes: 11 });
  book.reserve(8);
  answer(listGyms, [sampleGym, { ...sampleGym, id: 2, name: 'TANREN 中目黒' }]);
  answer(getTrainingSession, sampleTrainingSession(legDay));
  const { address } = await renderPage('/training-sessions/7');
  await page.getByRole('link', { name: /予約する/ }).click();
  await expect.element(banner()).toHaveTextContent('脚の日');
  await page.getByRole('combobox', { name: 'ジム' }).selectOptions('TANREN 中目黒');
  await expect.poll(address).toContain('gym=2');
  expect(address()).toContain('trainingSessionId=7');
  await expect.element(banner()).toHaveTextContent('1枠は15分です');
  await page.getByRole('radio').nth(1).click({ force: true });
  await expect.element(slot('9:00〜9:15')).toBeVisible();
  await expectAccessible();
  await button('9:00〜9:15を予約する').click();
  await expect.element(slot('9:00〜9:15')).toHaveTextContent('予約済み');
  await showMine();
  await expect.element(nameLegDay(1)).toBeVisible();
  await expect.element(nameLegDay(0)).not.toBeInTheDocument();
  await cards().nth(0).getByRole('button', { name: '選んだセッションを付ける' }).click();
  await expect.element(nameLegDay(0)).toBeVisible();
  await button('セッションを外す').click();
  await expect.element(banner()).not.toBeInTheDocument();
  await page.getByRole('link', { name: '空き枠' }).click();
  await button('10:00〜10:15を予約する').click();
  await expect.element(slot('10:00〜10:15')).toHaveTextContent('予約済み');
  const bodies = listCalls(createReservation).map(({ body }) => body);
  expect(bodies).toEqual([
    expect.objectContaining({ trainingSessionId: 7 }),
    expect.not.objectContaining({ trainingSessionId: 7 }),
  ]);
});

test('one that is gone says so, and is not reserved for', async () => {
  openGymBook();
  answer(getTrainingSession, refuse(404, 'not_found'));
  await openSlots('&trainingSessionId=9');
  await expect.element(banner()).toHaveTextContent('見つかりません');
  await button('9:00〜10:00を予約する').click();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  expect(listCalls(createReservation)[0]?.body).not.toHaveProperty('trainingSessionId');
});
