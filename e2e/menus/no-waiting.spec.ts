import type { Account } from '#support/identity/accounts.ts';
import { linkByCode } from '#support/machines/machine.ts';
import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  openAs,
  press,
} from '#support/members/members.ts';
import { back, chest, item, makeMenu, session, test } from '#support/menus/menu-run.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { openDevice } from '#support/trainers/trainers.ts';

expectQuietConsole(test);

async function beginRun(embedded: EmbeddedServer, account: Account): Promise<void> {
  const items = [item(chest, 2, 40), item(back, 2, 30)];
  const trainingSessionId = await makeMenu(embedded, account, { items });
  const begun = await callApi(embedded, account, 'POST', '/my/training-session-run', {
    trainingSessionId,
  });
  expect(begun.status).toBe(201);
}

test('the second member is sent to the free machine, holds it, and the first one sees it held', async ({
  page,
  browser,
  embedded,
  member,
  machines,
}) => {
  // Both have the same menu, and the first has begun with the chest press.
  await beginRun(embedded, member);
  await openAs(page, member, '/tanren-link');
  await linkByCode(page, machines.chest, 'チェストプレス');
  await machines.chest.lift(3);
  machines.chest.say('end-set');

  // A link for a moment says in which gym the second member is.
  const second = await createReadyMember(embedded, { nickname: 'ハナコ' });
  const code = await machines.back.code();
  const linked = await callApi(embedded, second, 'POST', '/tanren-connection', { code });
  expect(linked.status).toBe(201);
  await machines.back.waitFor('linked');
  await callApi(embedded, second, 'DELETE', '/tanren-connection');
  await beginRun(embedded, second);
  const phone = await openDevice(browser, embedded.url);
  await openAs(phone, second, '/tanren-link');
  await expect(session(phone)).toContainText('先にラットプルダウンへ。');
  await expect(session(phone)).toContainText(/チェストプレスは(あと約\d+分|まもなく空きます)。/);
  await expect(session(phone)).toContainText(`マシン${machines.back.id}空き`);
  await press(phone, 'このマシンを90秒とっておく');
  expect(await machines.back.waitFor('held')).toMatchObject({ initial: 'ハ' });

  await machines.chest.lift(1);
  machines.chest.say('end-set');
  await press(page, '次のマシンへ進む');
  await expect(session(page)).toContainText(`マシン${machines.back.id}予約中`);
  await expect(page.getByRole('main')).not.toContainText('ハナコ');
  await linkByCode(phone, machines.back, 'ラットプルダウン');
  await machines.back.waitFor('linked');
  await expect(session(page)).toContainText(/あと(約\d+|\d+〜\d+)分|まもなく空きます/);
  // Otherwise the machine would count as used in the next test.
  await callApi(embedded, second, 'DELETE', '/tanren-connection');
  await phone.context().close();
});
