import { newEmail } from '#support/identity/accounts.ts';
import { expect, expectQuietConsole, press, test, toast } from '#support/members/members.ts';
import { fillBirthDate, offerPlan } from '#support/memberships/memberships.ts';
import { makeGym, openSlots } from '#support/booking/reservations.ts';
import { openPage, sizes } from '#support/browser/shots.ts';

expectQuietConsole(test);

test("a minor's guardian declines on another device, and agrees to the second application", async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  await offerPlan(embedded, gymId, 'open');
  const guardianEmail = newEmail();
  const apply = async () => {
    await page.getByRole('link', { name: '「フルタイム」に申し込む' }).click();
    await page.getByLabel('氏名', { exact: true }).fill('高橋 未来');
    await fillBirthDate(page, [new Date().getFullYear() - 16, 1, 1]);
    await page.getByLabel('保護者の氏名').fill('高橋 明');
    await page.getByLabel('続柄').selectOption({ label: '父' });
    await page.getByLabel('保護者のメールアドレス').fill(guardianEmail);
    await press(page, '確認画面へ進む');
    await expect(page.getByText(/保護者の方が同意した時点で成立します。/)).toBeVisible();
    await press(page, '申し込む');
    await expect(toast(page, '申し込みました')).toContainText('保護者');
    await expect(page).toHaveURL('/settings/membership');
    await expect(page.getByText('保護者の同意待ち')).toBeVisible();
  };
  const device = await browser.newContext({ baseURL: embedded.url, viewport: sizes.phone });
  const theirs = await device.newPage();
  const answer = async (number: number, name: string) => {
    const link = await embedded.readGuardianLink(guardianEmail, number);
    await theirs.goto('/privacy-policy');
    await theirs.goto(link);
    await expect(theirs.getByRole('main')).toContainText('高橋 未来さん');
    await expect(theirs.getByRole('main')).toContainText('9,900円');
    await press(theirs, name);
    return link;
  };

  await openSlots(page, member, gymId);
  await apply();
  const used = await answer(1, '同意しない');
  await expect(theirs.getByRole('main')).toContainText('会員契約は成立せず');
  await theirs.goto('/privacy-policy');
  await theirs.goto(used);
  await expect(theirs.getByRole('main')).toContainText('このリンクは使えません。');

  await openPage(page, '/settings/membership');
  await expect(page.getByText('保護者の同意待ち')).toHaveCount(0);
  await openPage(page, `/gyms/${gymId}/join`);
  await apply();
  await answer(2, '同意する');
  await expect(theirs.getByRole('main')).toContainText('会員契約が成立しました。');
  await device.close();

  await openPage(page, '/settings/membership');
  await expect(page.getByText(/会員番号/).first()).toBeVisible();
  await expect(page.getByText('高橋 未来')).toBeVisible();
});
