import { page } from 'vitest/browser';

export const email = 'tetsu@tanren.example';
export const password = 'iron-2024-gym';

export const emailField = () => page.getByLabelText('メールアドレス');
export const passwordField = () => page.getByLabelText('パスワード', { exact: true });
export const newPasswordField = () => page.getByLabelText('新しいパスワード', { exact: true });
export const codeField = () => page.getByLabelText('確認コード');

export async function fillCredentials(secret = password): Promise<void> {
  await emailField().fill(email);
  await passwordField().fill(secret);
}
