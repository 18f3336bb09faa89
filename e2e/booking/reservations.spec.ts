import { expect, expectQuietConsole, test } from '#support/members/members.ts';
import {
  button,
  cards,
  countTaken,
  dayAhead,
  makeGym,
  openSlots,
  showMine,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';

expectQuietConsole(test);

test.describe('on a phone in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('times are those of the gym, and slots after midnight belong to the evening', async ({
    page,
    embedded,
    member,
  }) => {
    const gymId = await makeGym(embedded, { opens: 22, closes: 26, members: [member] });
    await openSlots(page, member, gymId);
    const times = page.getByRole('main').getByRole('listitem').getByRole('time');
    await expect(times).toHaveText([
      '22:00〜23:00',
      '23:00〜翌0:00',
      '翌0:00〜1:00',
      '翌1:00〜2:00',
    ]);
    const today = page.locator('label', { hasText: '今日' });
    await expect(today.getByRole('radio')).toHaveValue(dayAhead(0));
    await button(page, '翌1:00〜2:00を予約する').click();
    await expect(slot(page, '翌1:00〜2:00')).toContainText('予約済み');
    expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 25 })).toBe(1);
    await showMine(page);
    const [, month, day] = tomorrow().split('-').map(Number);
    await expect(cards(page)).toContainText(`${month}月${day}日`);
    await expect(cards(page)).toContainText('翌1:00〜2:00');
  });
});
