import { ApiError } from './errors.ts';
import { notifyDone, notifyError } from './notifier.ts';
import { problemText } from './problem-text.ts';

/** A refusal in its own words; anything else as every failure is told. */
export function tellRefusal(title: string, error: unknown): void {
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    notifyDone(title, problemText[error.problem.code]);
  } else {
    notifyError(error);
  }
}
