import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import {
  callApi,
  expect,
  expectQuietConsole,
  openAs,
  press,
  test,
} from '#support/members/members.ts';
import {
  button,
  dayAhead,
  makeGym,
  reservationsAddress,
  reserveElsewhere,
  slot,
} from '#support/booking/reservations.ts';
import { openPage, sizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';

expectQuietConsole(test);

/** Lists the cancellation mails to an account. */
async function listCancellations({ dataDir }: EmbeddedServer, { email }: Account) {
  const folder = path.join(dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), { encoding: 'utf8' })),
  );
  return mails.filter((mail) =>
    mail.startsWith(`To: ${email}\nSubject: 【TANREN】ご予約がキャンセルになりました\n`),
  );
}

test('closing a day mails each affected member once, and the page shows the reason', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { name: 'TANREN 検見川', members: [member] });
  const day = dayAhead(2);
  const [, month, date] = day.split('-').map(Number);
  await openAs(page, member, reservationsAddress(gymId, day));
  await button(page, '10:00〜11:00を予約する').click();
  await expect(slot(page, '10:00〜11:00')).toContainText('予約済み');
  // A cancellation by the member causes no mail.
  const { json } = await reserveElsewhere(embedded, member, { gymId, day, hour: 14 });
  const own = `/training-reservations/my/${String(json['id'])}`;
  expect((await callApi(embedded, member, 'DELETE', own)).status).toBe(204);

  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const desk = await browser.newContext({ baseURL: embedded.url, viewport: sizes.tablet });
  const theirs = await desk.newPage();
  await openAs(theirs, staff, `/staff/gyms/${gymId}?tab=hours`);
  await press(theirs, '日付を追加する');
  await theirs.getByLabel('日付').fill(day);
  await theirs.getByLabel(/会員に表示する理由/).fill('設備点検');
  await press(theirs, 'この日を保存する');
  const dialog = theirs.getByRole('alertdialog');
  await expect(dialog).toContainText('枠がなくなる予約が1件あります');
  expect(await listCancellations(embedded, member)).toEqual([]);
  await dialog.getByRole('button', { name: '予約をキャンセルして変更する' }).click();
  await expect(theirs.getByRole('listitem').filter({ hasText: '設備点検' })).toContainText('休館');
  await desk.close();

  const arrived = expect.poll(() => listCancellations(embedded, member), { timeout: 60_000 });
  await arrived.toHaveLength(1);
  const [mail] = await listCancellations(embedded, member);
  expect(mail).toContain('ジム：TANREN 検見川\n');
  expect(mail).toMatch(new RegExp(`日時：${month}月${date}日\\(.\\) 10:00〜11:00\n`));
  expect(mail).toContain('理由：臨時休館のため（設備点検）\n');
  const [, address = ''] = /^https?:\/\/[^/]*(\/reservations\/\d+)$/m.exec(mail ?? '') ?? [];
  await openPage(page, address);
  await expect(page.getByRole('main')).toContainText('理由：臨時休館のため（設備点検）');

  await openPage(page, '/reservations');
  const told = page.getByRole('region', { name: 'キャンセルになった予約' });
  await expect(told).toContainText('TANREN 検見川');
  await expect(told).toContainText('理由：臨時休館のため（設備点検）');
});
