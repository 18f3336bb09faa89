import { getGymDoor } from '@tanren/contract/booking/gym-door';
import { listMyMemberships } from '@tanren/contract/memberships/memberships';
import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerDoor,
  answerGymPage,
  expectAccessibleCode,
  expectCode,
  panel,
  readDigits,
  status,
} from '#test/gyms/gym-page.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { sampleMembership } from '#test/samples/memberships.ts';
import { gymId } from './gym-book.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, listRedControls, press, tapTwice } from '#test/support/locators.ts';
import { jump, takeClock } from '#test/support/page-clock.ts';
import { standWorker } from '#test/support/worker.ts';
import { renderPage } from '#test/support/render.tsx';

const at = (clock: string) => new Date(`2026-11-17T${clock}+09:00`);

test('shows no code without a reservation in this gym', async () => {
  takeClock(noon);
  answerGymPage();
  await renderPage('/gyms/1');
  await expect.element(panel()).toHaveTextContent('このジムの予約がありません。');
  expect(readDigits()).toBeNull();
  await expectAccessible();
});

test('shows no code too early, and then the code by itself at the announced time', async () => {
  takeClock(noon);
  answerGymPage();
  answerDoor({ startsAt: at('12:16') });
  await renderPage('/gyms/1');
  await expect
    .element(panel())
    .toHaveTextContent(/入館コードは12:01（開始15分前）に表示されます。$/);
  expect(readDigits()).toBeNull();
  await expectAccessible();
  expect(listCalls(getGymDoor)).toHaveLength(1);
  vi.advanceTimersByTime(minuteMs);
  await expectCode();
  expect(listCalls(getGymDoor)).toHaveLength(2);
});

test('names the day of a reservation on another day', async () => {
  takeClock(at('23:50'));
  answerGymPage();
  answerDoor({ startsAt: new Date('2026-11-18T00:30+09:00') });
  await renderPage('/gyms/1');
  await expect.element(panel()).toHaveTextContent('入館コードは11月18日(水) 0:15（開始15分前）に');
});

test('the code is large, announced, counted down, and ends with the reservation', async () => {
  takeClock(noon);
  answerGymPage();
  answerDoor({ startsAt: at('11:10'), minutes: 53 });
  await renderPage('/gyms/1');
  await expectCode();
  const code = readDigits() ?? '';
  await expect.element(status()).toHaveTextContent(`${code}${code.split('').join(' ')}`);
  const digits = status().element().firstElementChild ?? document.body;
  expect(Number.parseFloat(getComputedStyle(digits).fontSize)).toBeGreaterThanOrEqual(44);
  await expect.element(panel()).toHaveTextContent('予約の終了（12:03）まで表示されます。');
  const left = Number(/あと(\d+)秒/.exec(page.getByRole('timer').element().textContent)?.[1]);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(60);
  await expectAccessibleCode();
  // A click selects the whole code without the gap that makes it readable.
  await userEvent.click(digits);
  expect(getSelection()?.toString()).toBe(readDigits());
  await jump(1);
  await expectCode();
  expect(readDigits()).not.toBe(code);
  await jump(2.05);
  await expect.element(panel()).toHaveTextContent('このジムの予約がありません。');
});

test('shows a code of eight digits in two halves, on one line of a narrow phone', async () => {
  takeClock(noon);
  await page.viewport(320, 640);
  answerGymPage();
  const validFrom = noon.toISOString();
  const validUntil = new Date(noon.getTime() + minuteMs).toISOString();
  const code = { passcode: '00123456', validFrom, validUntil };
  answer(getGymDoor, { available: true, ...code, upcoming: [], serverTime: validFrom });
  await renderPage('/gyms/1');
  await expect.element(status()).toHaveTextContent('001234560 0 1 2 3 4 5 6');
  const digits = status().element().firstElementChild ?? document.body;
  expect(digits.firstElementChild?.textContent).toBe('3456');
  expect(Number.parseFloat(getComputedStyle(digits).fontSize)).toBeGreaterThanOrEqual(34);
  const right = digits.getBoundingClientRect().right;
  expect(right).toBeLessThanOrEqual(panel().element().getBoundingClientRect().right);
});

test('shows further codes without a network until the reservation ends', async () => {
  takeClock(noon);
  answerGymPage();
  answerDoor({ startsAt: at('11:50') });
  await renderPage('/gyms/1');
  await expectCode();
  const offline = page.getByText('オフラインでも使えます');
  await expect.element(offline).not.toBeInTheDocument();
  setOnline(false);
  await expect.element(offline).toBeVisible();
  const seen = new Set([readDigits()]);
  for (const minutes of [1, 1, 10, 30]) {
    await jump(minutes);
    await expectCode();
    seen.add(readDigits());
  }
  expect(seen.size).toBe(5);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expectAccessibleCode();
  await jump(10);
  await expect.element(panel()).toHaveTextContent('通信できないため、コードを表示できません。');
  await expectAccessibleCode();
  answerDoor({ startsAt: at('12:50') });
  setOnline(true);
  await expectCode();
  ignoreConsoleErrors('NetworkError');
});

test('offers a retry button after a failure', async () => {
  takeClock(noon);
  answerGymPage();
  answer(getGymDoor, lost);
  await renderPage('/gyms/1');
  await expect.element(button('もう一度試す')).toBeVisible();
  answerDoor({ startsAt: at('12:00') });
  await button('もう一度試す').click();
  await expectCode();
  ignoreConsoleErrors('NetworkError');
});

test('explains that the network does not work instead of the code', async () => {
  takeClock(noon);
  answerGymPage();
  answerDoor({ startsAt: at('12:16') });
  standWorker();
  await renderPage('/gyms/1');
  await expect.element(panel()).toHaveTextContent('入館コードは12:01');
  answer(getGymDoor, lost);
  await jump(1.1);
  await expect.element(panel()).toHaveTextContent('通信できないため、コードを表示できません。');
  await expect.element(button('もう一度試す')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test('explains that a requested code did not arrive, and requests it once', async () => {
  takeClock(noon);
  answerGymPage();
  answerDoor({ startsAt: at('12:14'), changeableUntil: at('12:14') });
  await renderPage('/gyms/1');
  await expect.element(button('入館コードを表示する')).toBeVisible();
  answer(getGymDoor, ({ querystring: { keepChangeable } }) =>
    keepChangeable ? lost : rejectWith(503, 'internal_error'),
  );
  await press('入館コードを表示する');
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  const wanted = () =>
    listCalls(getGymDoor).filter(({ path }) => path.includes('keepChangeable=false'));
  expect(wanted()).toHaveLength(1);
  answerDoor({ startsAt: at('12:14') });
  await tapTwice(button('入館コードを表示する'));
  await expectCode();
  ignoreConsoleErrors('NetworkError');
  ignoreConsoleErrors('ApiError');
});

test("uses the server's time on a phone whose clock is an hour wrong", async () => {
  const aheadMs = -58 * minuteMs;
  takeClock(new Date(noon.getTime() - aheadMs));
  answerGymPage();
  answerDoor({ startsAt: at('11:50'), aheadMs });
  await renderPage('/gyms/1');
  await expectCode(aheadMs);
  await expect.element(panel()).toHaveTextContent('予約の終了（12:50）まで');
});

test('shows a code that ends the right to cancel only on request, for ten minutes offline', async () => {
  takeClock(noon);
  answerGymPage();
  answerDoor({ startsAt: at('12:14'), changeableUntil: at('12:14') });
  await renderPage('/gyms/1');
  await expect
    .element(panel())
    .toHaveTextContent('コードを表示すると、この予約は変更・キャンセルできなくなります。');
  await expect.element(panel()).toHaveTextContent('12:14まで変更・キャンセルできます。');
  expect(readDigits()).toBeNull();
  expect(listRedControls()).toEqual(['予約する']);
  await expectAccessible();
  await button('入館コードを表示する').click();
  await expectCode();
  await expect.element(panel()).toHaveTextContent('予約の終了（13:14）まで表示されます。');
  setOnline(false);
  await expect.element(panel()).toHaveTextContent('オフラインでは12:10まで使えます');
});

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

/** Answers the calls of the home page: future reservations, and the door of the first one. */
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
  answer(listMyMemberships, { memberships: [sampleMembership()], requests: [] });
  answerReservations(...items);
  return renderPage('/');
}

test('links to the reservations when there is none', async () => {
  const { address } = await openHome();
  await expect.element(card()).toHaveTextContent('これからの予約はありません。');
  await expectAccessible();
  await card().getByRole('link', { name: '予約する' }).click();
  await expect.element(heading('予約')).toBeVisible();
  expect(address()).toBe('/reservations');
});

test("shows time and place of tomorrow's reservation, without the door", async () => {
  await openHome(reservationAt('18T12:00'));
  await expect.element(named('明日の予約')).toHaveTextContent('12:00〜13:00');
  await expect.element(named('明日の予約')).toHaveTextContent('11月18日');
  const gym = card().getByRole('link', { name: sampleGym.name });
  await expect.element(gym).toHaveAttribute('href', `/gyms/${gymId}`);
  await expectAccessible();
  expect(listCalls(getGymDoor)).toHaveLength(0);
});

test("shows when the door opens for today's reservation, and fetches the door only when it is near", async () => {
  await openHome(reservationAt('17T15:00'));
  await expect.element(named('今日の予約')).toHaveTextContent('入口は14:45から開けられます。');
  await expectAccessible();
  expect(listCalls(getGymDoor)).toHaveLength(0);
});

test('fetches the door once for a near reservation, and shows when it opens', async () => {
  await openHome(reservationAt('17T12:40'));
  await expect.element(card()).toHaveTextContent('入館コードは12:25（開始15分前）に表示されます。');
  expect(listCalls(getGymDoor)).toHaveLength(1);
});

test('the code is one tap away, with or without a network', async () => {
  await openHome(reservationAt('17T12:10'));
  await expect.element(button('入館コードを表示する')).toBeVisible();
  expect(readDigits()).toBeNull();
  await expectAccessible();
  setOnline(false);
  await press('入館コードを表示する');
  await expectCode();
  expect(status().element().closest('[tabindex="-1"]')).toBe(document.activeElement);
  await expect.element(page.getByText('オフラインでも使えます')).toBeVisible();
  await jump(1);
  await expectCode();
  await expectAccessibleCode();
  ignoreConsoleErrors('NetworkError');
});

test('shows the running reservation before the next one, which follows at its end', async () => {
  await openHome(reservationAt('17T11:30'), reservationAt('20T18:00'));
  await expect.element(named('今日の予約')).toHaveTextContent('11:30〜12:30');
  await press('入館コードを表示する');
  await expectCode();
  await jump(31);
  // The card checks the clock every minute, and then calls after 15 s.
  vi.advanceTimersByTime(minuteMs);
  await vi.advanceTimersByTimeAsync(100);
  vi.advanceTimersByTime(15_000);
  await expect.element(named('次の予約')).toHaveTextContent('18:00〜19:00');
  expect(readDigits()).toBeNull();
});
