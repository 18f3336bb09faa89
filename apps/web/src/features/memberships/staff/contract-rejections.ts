import type { ProblemCode } from '@tanren/contract/problem';
import { ApiError } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';

/** Messages for staff. Members read different ones. */
const words: Readonly<Partial<Record<ProblemCode, string>>> = {
  stale_version:
    'ほかのスタッフがこの会員契約を変更したため、まだ何も変更していません。最新の内容を読み込みました。確認して、もう一度お試しください。',
  membership_exists: 'この会員は、この店舗の会員契約をすでに持っています。',
  request_pending:
    'この会員のお申し込みが確認を待っています。先に「会員契約」のページで、お申し込みを承認するか、お断りしてください。',
  plan_not_offered: 'このプランは廃止されています。別のプランを選んでください。',
  change_impossible:
    'この内容では、会員契約は何も変わりません。契約の期間と、選んだ日をご確認ください。',
};

/** Words of the question before a change cancels reservations. */
export const affectedWords = {
  lost: '利用できなくなる',
  notice: '会員には、キャンセルになったことをメールと予約画面でお知らせします。元に戻せません。',
};

/** Explains why the change was refused. The typed values stay in the form. */
export function explainContractRejection(error: unknown): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  return (code === undefined ? undefined : words[code]) ?? explainRejection(error);
}
