import { showToast, type ToastAction } from '#ui/feedback/toasts.tsx';
import { describeError, leadsElsewhere, logError, unwrapCause } from './errors.ts';

/** Notifies the member in two lines of a result. `action` can offer a way to undo it. */
export function notifyDone(title: string, message: string, action?: ToastAction): void {
  showToast(title, message, action);
}

/** Texts for a write that waits for a network. */
export const storedHere = [
  'この端末に保存しました',
  'ネットワークにつながると、自動で送信します。',
] as const;

/** Notifies the member of an error in two lines, and logs it in full. */
export function notifyError(error: unknown): void {
  logError(error);
  // The next page explains the reason.
  if (leadsElsewhere(unwrapCause(error))) return;
  const { title, text } = describeError(error);
  showToast(title, text);
}
