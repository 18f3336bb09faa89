import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { codeField, email } from './identity-forms.ts';
import { alert, heading, press, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { grantTokens, openUserPool, refuseByPool } from '#test/support/user-pool.ts';

const newEmail = 'hagane@tanren.example';
const newEmailField = () => page.getByLabelText('新しいメールアドレス');

const codeSent = {
  CodeDeliveryDetailsList: [
    { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'h***' },
  ],
};

test('the new address counts with the code sent to it, which a reload does not lose', async () => {
  const pool = openUserPool({
    UpdateUserAttributes: codeSent,
    VerifyUserAttribute: refuseByPool('CodeMismatchException'),
    GetTokensFromRefreshToken: () => grantTokens(newEmail),
  });
  await renderPage('/settings');
  await page.getByRole('link', { name: 'メールアドレスの変更' }).click();
  await newEmailField().fill(email);
  await press('コードを送る');
  await expect.element(page.getByText('現在と同じメールアドレスです')).toBeVisible();
  await expectAccessible();
  expect(pool.listOperations()).toEqual([]);
  await newEmailField().fill(newEmail);
  await press('コードを送る');
  await expect.element(codeField()).toHaveFocus();
  unmountPage();
  await renderPage('/settings/email?step=confirm');
  await expect.element(page.getByText(newEmail)).toBeVisible();
  await expectAccessible();
  await codeField().fill('1234 5678');
  await press('変更する');
  await expect.element(alert()).toHaveTextContent('コードが正しくありません');
  await expect.element(codeField()).toHaveFocus();
  pool.answer('VerifyUserAttribute', {});
  await press('変更する');
  await expect.element(toast('メールアドレスを変更しました')).toBeVisible();
  expect(pool.listInputs('VerifyUserAttribute').at(-1)).toMatchObject({ Code: '12345678' });
  await expect.element(heading('設定')).toBeVisible();
  await expect.element(page.getByText(`${newEmail} でサインイン中`)).toBeVisible();
});

test('an address that another member has is told at the field', async () => {
  openUserPool({ UpdateUserAttributes: refuseByPool('AliasExistsException') });
  await renderPage('/settings/email');
  await newEmailField().fill(newEmail);
  await press('コードを送る');
  await expect.element(alert()).toHaveTextContent('ほかのアカウントで使われています');
  await expect.element(newEmailField()).toHaveFocus();
});

test('a password that is too old is asked for in place: what was typed stays and is sent', async () => {
  let asked = 0;
  const pool = openUserPool({
    UpdateUserAttributes: () => {
      asked += 1;
      return asked === 1
        ? refuseByPool('NotAuthorizedException', 'Recent authentication is required.')
        : codeSent;
    },
  });
  await renderPage('/settings/email');
  await newEmailField().fill(newEmail);
  await press('コードを送る');
  await page.getByLabelText('パスワード', { exact: true }).fill('ryokucha77');
  await press('確認する');
  await expect.element(codeField()).toHaveFocus();
  expect(pool.listInputs('UpdateUserAttributes')).toMatchObject([
    { UserAttributes: [{ Name: 'email', Value: newEmail }] },
    { UserAttributes: [{ Name: 'email', Value: newEmail }] },
  ]);
});
