import { notifyDone } from '#lib/notifier.ts';

export function tellEmailChanged(email: string): void {
  notifyDone('メールアドレスを変更しました', `次回から ${email} でサインインしてください。`);
}
