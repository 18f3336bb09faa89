import { ApiError, isApiError } from '#lib/errors.ts';
import { explainRefusal } from '#lib/explain-refusal.ts';

/** Found before anything is sent; its message is for staff. */
export class CorrectionFault extends Error {
  override readonly name = 'CorrectionFault';
}

/** Which set cannot be what it was corrected to, in the numbers staff see. */
export function explainCorrection(
  error: unknown,
  sent: readonly { readonly position: number }[],
): string {
  if (error instanceof CorrectionFault) return error.message;
  if (isApiError(error, 404)) return 'この記録は、ほかのスタッフが削除しています。';
  const fields = error instanceof ApiError ? error.problem?.fields : undefined;
  for (const { path } of fields ?? []) {
    const [, at, field] = /^\/sets\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const set = sent[Number(at)];
    if (at === undefined || set === undefined) continue;
    const name = `${set.position + 1}セット目`;
    if (field === 'loadKg') return `${name}の負荷は、このマシンでは設定できない値です。`;
    if (field === 'repCount') return `${name}の回数が、記録より多くなっています。`;
    return '記録が変更されています。ページを再読み込みしてからお試しください。';
  }
  return explainRefusal(error);
}
