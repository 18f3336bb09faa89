import { ApiError } from '#lib/errors.ts';
import { notifyError } from '#lib/notifier.ts';
import { problemText } from '#lib/refusals.ts';

/** Null: told by a toast. After too many wrong codes it matters when the next may be tried. */
export function explainCodeFailure(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.problem === null || error.status >= 500) {
    notifyError(error);
    return null;
  }
  const { retryAfterSeconds } = error;
  if (error.status !== 429 || retryAfterSeconds === null) return problemText[error.problem.code];
  return `コードの入力が続けて行われたため、受付を一時的に止めています。${describeWait(retryAfterSeconds)}後に、もう一度お試しください。`;
}

export function describeWait(seconds: number): string {
  return seconds < 60 ? `約${seconds}秒` : `約${Math.ceil(seconds / 60)}分`;
}
