import { ApiError, NetworkError, PasswordNotConfirmed } from './errors.ts';
import { problemText } from './problem-text.ts';

/** Why it is not done; what was typed stays where it is. */
export function explainRefusal(error: unknown): string {
  if (error instanceof PasswordNotConfirmed) return PasswordNotConfirmed.text;
  if (error instanceof NetworkError) {
    return 'ネットワークに接続できないため、完了できませんでした。接続を確認して、もう一度お試しください。';
  }
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    return problemText[error.problem.code];
  }
  return 'システムエラーのため、完了できませんでした。しばらくしてから、もう一度お試しください。';
}
