import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import { linkByCode, type TestMachine } from '#support/machines/machine.ts';
import {
  callApi,
  createReadyMember,
  expect,
  expectClean,
  expectQuietConsole,
  openAs,
  press,
} from '#support/members/members.ts';
import { back, chest, item, makeMenu, session, test as base } from '#support/menus/menu-run.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { openDevice } from '#support/trainers/trainers.ts';

const chestSets = 4;
const wait = /あと(約\d+|\d+〜\d+)分|まもなく空きます/;

interface Visitor {
  readonly account: Account;
  readonly phone: Page;
}

/** Two members with the same menu in one gym. `early` has begun with the chest press. */
const test = base.extend<{ early: Visitor; late: Visitor }>({
  early: async ({ page, embedded, member, machines }, provide) => {
    await beginRun(embedded, member);
    await openAs(page, member, '/tanren-link');
    await linkByCode(page, machines.chest, 'チェストプレス');
    await provide({ account: member, phone: page });
    await callApi(embedded, member, 'DELETE', '/tanren-connection');
  },
  late: async ({ browser, embedded, machines, early: _early }, provide) => {
    const account = await createReadyMember(embedded, { nickname: 'ハナコ' });
    await visit(embedded, account, machines.back);
    await beginRun(embedded, account);
    const phone = await openDevice(browser, embedded.url);
    await openAs(phone, account, '/tanren-link');
    await provide({ account, phone });
    // Otherwise the machine would count as used in the next test.
    await callApi(embedded, account, 'DELETE', '/tanren-connection');
    await phone.context().close();
  },
});

async function beginRun(embedded: EmbeddedServer, account: Account): Promise<void> {
  const items = [item(chest, chestSets, 40), item(back, 2, 30)];
  const trainingSessionId = await makeMenu(embedded, account, { items });
  const begun = await callApi(embedded, account, 'POST', '/my/training-session-run', {
    trainingSessionId,
  });
  expect(begun.status).toBe(201);
}

/** Links a machine for a moment, so that the server knows in which gym the member is. */
async function visit(
  embedded: EmbeddedServer,
  account: Account,
  machine: TestMachine,
): Promise<void> {
  const code = await machine.code();
  const linked = await callApi(embedded, account, 'POST', '/tanren-connection', { code });
  expect(linked.status).toBe(201);
  await machine.waitFor('linked');
  await callApi(embedded, account, 'DELETE', '/tanren-connection');
  await machine.waitFor('unlinked');
}

expectQuietConsole(test);

/** Lifts all sets of the chest press that are left, and goes on to the next machine. */
async function finishChest(page: Page, machine: TestMachine, sets: number): Promise<void> {
  for (let set = 0; set < sets; set += 1) {
    await machine.lift(1);
    machine.say('end-set');
  }
  await expect(page.getByText('この種目は完了です。')).toBeVisible();
  await press(page, '次のマシンへ進む');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
}

const hold = (page: Page) => page.getByRole('region', { name: 'とってあるマシン' });

test('the second member is sent to the free machine, holds it, and the first one sees it held', async ({
  machines,
  early,
  late,
}) => {
  await machines.chest.lift(3);
  machines.chest.say('end-set');
  await expect(session(late.phone)).toContainText('先にラットプルダウンへ。');
  await expect(session(late.phone)).toContainText(
    /チェストプレスは(あと約\d+分|まもなく空きます)。/,
  );
  await expect(session(late.phone)).toContainText(`マシン${machines.back.id}空き`);
  await expectClean(late.phone);

  await press(late.phone, 'このマシンを90秒とっておく');
  await expect(hold(late.phone)).toContainText(`マシン${machines.back.id}をとってあります`);
  expect(await machines.back.waitFor('held')).toMatchObject({ initial: 'ハ' });
  await finishChest(early.phone, machines.chest, chestSets - 1);
  await expect(session(early.phone)).toContainText(`マシン${machines.back.id}予約中`);
  await expect(early.phone.getByRole('main')).not.toContainText('ハナコ');

  await linkByCode(late.phone, machines.back, 'ラットプルダウン');
  await machines.back.waitFor('linked');
  await expect(session(early.phone)).not.toContainText('予約中');
  await machines.back.lift(3);
  await expect(session(early.phone)).toContainText(wait);
});

test('a released machine is free for the others', async ({ machines, early, late }) => {
  await expect(session(late.phone)).toContainText('先にラットプルダウンへ。');
  await press(late.phone, 'このマシンを90秒とっておく');
  await machines.back.waitFor('held');
  await finishChest(early.phone, machines.chest, chestSets);
  await expect(session(early.phone)).toContainText(`マシン${machines.back.id}予約中`);
  await press(late.phone, '解放する');
  await machines.back.waitFor('released');
  await expect(hold(late.phone)).toHaveCount(0);
  await expect(session(early.phone)).toContainText(`マシン${machines.back.id}空き`);
});

test('a person without the app lifts on a held machine, which is then used for an unknown time', async ({
  machines,
  late,
}) => {
  await press(late.phone, 'このマシンを90秒とっておく');
  await machines.back.waitFor('held');
  await machines.back.lift(2);
  await expect(session(late.phone)).toContainText(`マシン${machines.back.id}使用中`);
  await expect(session(late.phone)).toContainText('空く時間はわかりません。');
  machines.back.say('finish');
  await machines.back.waitFor('claim');
  await expect(session(late.phone)).toContainText(`マシン${machines.back.id}空き`);
});
