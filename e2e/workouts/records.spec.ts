import { open, test, type TestMachine } from '#support/machines/machine.ts';
import {
  alert,
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  heading,
  ignoreConsoleErrors,
  press,
} from '#support/members/members.ts';
import { filmQrCode, launchWithCamera } from '#support/browser/qr-codes.ts';

test.use({ viewport: { width: 390, height: 844 } });
expectQuietConsole(test);

/** Lifts one set of 40 kg and waits until the server has stored it. */
async function liftOnce(machine: TestMachine): Promise<void> {
  machine.say('load 40');
  await machine.lift(5);
  machine.say('end-set');
  await machine.waitFor('set-ended');
  machine.say('finish');
  await machine.waitFor('acked');
}

test("a workout without a link is claimed by a phone's camera, and rejected for any other member", async ({
  page,
  machine,
  member,
  embedded,
}) => {
  await liftOnce(machine);
  const { url } = await machine.waitFor('claim');
  const film = await filmQrCode(String(url));
  const browser = await launchWithCamera(film.file);
  const context = await browser.newContext({
    baseURL: embedded.url,
    locale: 'ja-JP',
    permissions: ['camera'],
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await open(phone, member);
  // The code in view may belong to another member, so the page asks.
  await expect(heading(phone, '記録を受け取る')).toBeVisible();
  await press(phone, '記録を受け取る');
  await expect(phone.getByText('記録を受け取りました')).toBeVisible();
  await expect(phone.getByText('最大重量 40kg')).toBeVisible();
  await phone.getByRole('link', { name: '記録を見る' }).click();
  await expect(phone.getByText('受け取った記録', { exact: true })).toBeVisible();
  await expect(phone.getByText('受け取りコードで受け取りました')).toBeVisible();
  await browser.close();
  await film.remove();

  await open(page, await createReadyMember(embedded), String(url).slice(embedded.url.length));
  await press(page, '記録を受け取る');
  await expect(alert(page)).toContainText('すでにほかの方が受け取っています');
  await expect(page.getByRole('button', { name: '記録を受け取る' })).toHaveCount(0);
  ignoreConsoleErrors('409');
  const { json } = await callApi(embedded, member, 'GET', '/workouts');
  expect(json['items']).toMatchObject([{ max: 40, tfo: 200, marks: ['claimed'] }]);
});
