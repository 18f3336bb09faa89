import {
  callApi,
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
} from '#support/members/members.ts';
import { channel, counter, linkMachine, open, test } from '#support/machines/machine.ts';

expectQuietConsole(test);

test('neither a reload, a lost network nor a disconnected machine loses a rep', async ({
  page,
  context,
  machine,
  member,
  embedded,
}) => {
  await page.clock.install();
  await open(page, member);
  await linkMachine(page, machine);
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await page.reload();
  // The count is shown before the machine sends another message.
  await expect(counter(page)).toHaveText('3回');
  await expect(channel(page)).toHaveText('接続中');
  // The tab stores nothing that could open the channel.
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(stored).toContain('workoutUuid');
  expect(stored).not.toMatch(/password|ticket/i);

  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(channel(page)).toHaveText('再接続中');
  await expect(page.getByText('通信が途切れています')).toBeVisible();
  machine.say('rep 300');
  machine.say('rep 300');
  await context.setOffline(false);
  await expect(channel(page)).toHaveText('接続中');
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('6回');
  ignoreConsoleErrors('ERR_INTERNET_DISCONNECTED');
  ignoreConsoleErrors('NetworkError');

  await machine.cut();
  const isOnline = async () => {
    const { json } = await callApi(embedded, member, 'GET', '/tanren-connection');
    return (json as { connection: { machine: { online: boolean } } }).connection.machine.online;
  };
  await expect.poll(isOnline).toBe(false);
  // The page checks within half a minute, before it would report the silence itself.
  await page.clock.fastForward(30_000);
  await expect(page.getByText('マシンからデータが届いていません')).toBeVisible();
  await expect(channel(page)).toHaveText('マシンの応答を待っています');
  await expect(counter(page)).toHaveText('6回');
});
