import { getGymDoor } from '@tanren/contract/gym-door';
import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/training-reservations';
import { toGymDay } from '@tanren/domain/gym-time';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, setOnline } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { answerDoor, expectAccessibleCode, expectCode, readDigits, status } from './gym-door.ts';
import { gymId, sampleGym } from '#test/reservations/gym-book.ts';
import { button, heading, press } from '#test/support/locators.ts';
import { jump, takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const noon = new Date('2026-11-17T12:00+09:00');
const minuteMs = 60_000;
const card = () => page.getByRole('region', { name: /予約$/ });
const named = (name: string) => page.getByRole('region', { name });

function reservationAt(start: string): TrainingReservation {
  const startsAt = new Date(`2026-11-${start}+09:00`);
  return {
    id: 1,
    gymId,
    gymName: sampleGym.name,
    date: toGymDay(startsAt),
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 3_600_000).toISOString(),
    trainingSession: null,
    changeableUntil: startsAt.toISOString(),
    status: 'reserved',
    gymCancelReason: null,
  };
}

/** The home page at noon with the reservations to come, and the door of the first. */
function answerReservations(...items: TrainingReservation[]): void {
  answer(listMyReservations, () => ({
    items: items.filter(({ endsAt }) => Date.parse(endsAt) > Date.now()),
    nextCursor: null,
  }));
  const [first] = items;
  answerDoor({ startsAt: first ? new Date(first.startsAt) : null });
}

async function openHome(...items: TrainingReservation[]) {
  takeClock(noon);
  answerReservations(...items);
  return renderPage('/');
}

test('no reservation: the way to one', async () => {
  const { address } = await openHome();
  await expect.element(card()).toHaveTextContent('これからの予約はありません。');
  await expectAccessible();
  await card().getByRole('link', { name: '予約する' }).click();
  await expect.element(heading('予約')).toBeVisible();
  expect(address()).toBe('/reservations');
});

test('one of tomorrow: when and where, and nothing of a door', async () => {
  await openHome(reservationAt('18T12:00'));
  await expect.element(named('明日の予約')).toHaveTextContent('12:00〜13:00');
  await expect.element(named('明日の予約')).toHaveTextContent('11月18日');
  const gym = card().getByRole('link', { name: sampleGym.name });
  await expect.element(gym).toHaveAttribute('href', `/gyms/${gymId}`);
  await expectAccessible();
  expect(listCalls(getGymDoor)).toHaveLength(0);
});

test('one of today: from when the door opens, which is not asked before it is near', async () => {
  await openHome(reservationAt('17T15:00'));
  await expect.element(named('今日の予約')).toHaveTextContent('14:45 から解錠できます。');
  await expectAccessible();
  expect(listCalls(getGymDoor)).toHaveLength(0);
});

test('one that is near: the door itself tells since when', async () => {
  await openHome(reservationAt('17T12:40'));
  await expect.element(card()).toHaveTextContent('予約の15分前（12:25）から表示されます。');
  expect(listCalls(getGymDoor)).toHaveLength(1);
});

test('the code is one tap away, with or without a network', async () => {
  await openHome(reservationAt('17T12:10'));
  await expect.element(button('解錠コードを表示する')).toBeVisible();
  expect(readDigits()).toBeNull();
  await expectAccessible();
  setOnline(false);
  await press('解錠コードを表示する');
  await expectCode();
  expect(status().element().closest('[tabindex="-1"]')).toBe(document.activeElement);
  await expect.element(page.getByText('オフラインでも使えます')).toBeVisible();
  await jump(1);
  await expectCode();
  await expectAccessibleCode();
  forgiveComplaints('NetworkError');
});

test('what runs comes before what comes, and the next one follows when it is over', async () => {
  await openHome(reservationAt('17T11:30'), reservationAt('20T18:00'));
  await expect.element(named('今日の予約')).toHaveTextContent('11:30〜12:30');
  await press('解錠コードを表示する');
  await expectCode();
  await jump(31);
  // The card looks at the clock every minute, and then asks in 15 s.
  vi.advanceTimersByTime(minuteMs);
  await vi.advanceTimersByTimeAsync(100);
  vi.advanceTimersByTime(15_000);
  await expect.element(named('次の予約')).toHaveTextContent('18:00〜19:00');
  expect(readDigits()).toBeNull();
});
