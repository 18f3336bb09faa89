import {
  getStaffMachine,
  listRejectedMessages,
  listStaffMachines,
  type StaffRejectedMessage,
} from '@tanren/contract/machines/staff-machines';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { sampleMachine } from '#test/samples/gyms.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';

const pageSize = 20;
const machine = sampleMachine({ rejectedToday: 45 });
const cards = () => page.getByRole('article');

const messages: StaffRejectedMessage[] = Array.from({ length: 45 }, (_, index) => ({
  id: 100 - index,
  machineId: machine.id,
  receivedAt: new Date(Date.now() - index * 60_000).toISOString(),
  reason: index % 2 === 0 ? 'in_future' : 'not_json',
  byteLength: 40,
  payload: `<img src=x onerror=alert(${index + 1})>`,
}));

function answerMessages(): void {
  answer(getStaffMachine, machine);
  answer(listStaffMachines, { items: [machine], nextCursor: null });
  answer(listRejectedMessages, ({ querystring: { machineId, reason, cursor } }) => {
    const from = Number(cursor ?? 0);
    const found = messages.filter(
      (one) =>
        one.machineId === (machineId ?? one.machineId) && one.reason === (reason ?? one.reason),
    );
    const next = from + pageSize;
    return {
      items: found.slice(from, next),
      nextCursor: next < found.length ? String(next) : null,
    };
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Scrolls up and down until there are this many cards. Answers arrive within one frame here, and an
 * end of the list that stays visible does not trigger another page.
 */
async function scrollUntil(count: number): Promise<void> {
  await expect
    .poll(async () => {
      scrollTo(0, 0);
      await nextFrame();
      await nextFrame();
      cards().elements().at(-1)?.scrollIntoView();
      return cards().elements().length;
    })
    .toBe(count);
}

test('lists rejected machine messages with reason and content', async () => {
  answerMessages();
  await openAsStaff(`/staff/machines/${machine.id}`);
  await page.getByRole('link', { name: '45件' }).click();
  await expect.element(heading('受信エラー')).toBeVisible();
  await expect.element(cards().first()).toHaveTextContent('未来の記録');
  await expect.element(cards().first()).toHaveTextContent('マシンの時計をご確認ください。');
  await cards().first().getByText('受信した内容').click();
  await expect.element(cards().first().getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  expect(document.querySelector('article img')).toBeNull();
  await expectAccessible();
  // The next pages load by themselves.
  await scrollUntil(45);
});

test('filters the list by reason, also in the address', async () => {
  answerMessages();
  const { address } = await openAsStaff(`/staff/rejected-messages?machineId=${machine.id}`);
  await page.getByLabelText('理由').selectOptions('データを読み取れない');
  await expect
    .poll(address)
    .toBe(`/staff/rejected-messages?machineId=${machine.id}&reason=not_json`);
  await expect.element(cards().first()).toHaveTextContent('データを読み取れない');
  expect(cards().filter({ hasText: '未来の記録' }).elements()).toEqual([]);
  await scrollUntil(22);
  await page.getByLabelText('理由').selectOptions('古すぎる記録');
  await expect.element(page.getByText('この条件の受信エラーはありません。')).toBeVisible();
  await expectAccessible();
});
