import { page } from 'vitest/browser';
import { forgiveComplaints } from './console.ts';

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

/** The first time a later step is drawn its code is loaded; React's development build complains. */
export function forgiveLazyStep(): void {
  forgiveComplaints('called use() to suspend');
}
