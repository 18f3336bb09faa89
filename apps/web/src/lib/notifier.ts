import { showToast, type ToastAction } from '#ui/feedback/toasts.tsx';
import { describeError, leadsElsewhere, logError, unwrapCause } from './errors.ts';

/** Tells the member in two lines what has been done, or why it could not be; perhaps with a way back. */
export function notifyDone(title: string, message: string, action?: ToastAction): void {
  showToast(title, message, action);
}

/** Of a write that waits for a network. */
export const keptHere = [
  'この端末に保存しました',
  'ネットワークにつながると、自動で送信します。',
] as const;

/** Tells the member in two lines what went wrong, and the console in full. */
export function notifyError(error: unknown): void {
  logError(error);
  // The page that comes next says why.
  if (leadsElsewhere(unwrapCause(error))) return;
  const { title, text } = describeError(error);
  showToast(title, text);
}
