import { ApiError, NetworkError } from '#lib/errors.ts';
import { problemText } from '#lib/problem-text.ts';

/** Why it is not saved, that nothing is lost, and what to do. */
export function explainFailure(error: unknown, draftKept: boolean): string {
  const kept = draftKept ? '入力内容は下書きとしてこの端末に残っています。' : '';
  if (error instanceof NetworkError) {
    return `ネットワークに接続できないため、保存できませんでした。${kept}接続を確認して、もう一度お試しください。`;
  }
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    const { code } = error.problem;
    return code === 'hidden_by_staff'
      ? `${problemText[code]}公開範囲を「非公開」にすると、内容を保存できます。`
      : problemText[code];
  }
  return `システムエラーのため、保存できませんでした。${kept}しばらくしてから、もう一度お試しください。`;
}
