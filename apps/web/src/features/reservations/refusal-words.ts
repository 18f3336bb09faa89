import type { ProblemCode } from '@tanren/contract/problem';
import { mostReservations, mostWaits } from '@tanren/domain/reservations';
import { ApiError } from '#lib/errors.ts';
import { problemText } from '#lib/problem-text.ts';

/** `restore` and `move-back` take a cancellation and a move back. */
export type ActKind = 'reserve' | 'restore' | 'move' | 'move-back' | 'session' | 'cancel' | 'wait';

type Words = Partial<Record<ProblemCode, string>>;

const full = 'ちょうど満席になりました。';
const sessionGone =
  '選んだトレーニングセッションが見つかりません。セッションを外してからお試しください。';

const mostReserved = `予約は同時に${mostReservations}件までです。予約一覧で別の予約を変更するか、キャンセルしてからお試しください。`;
const cancelled = 'この予約はすでにキャンセルされています。';

/** Where more can be said than a code says by itself. */
const wordsOf: Record<ActKind, Words> = {
  reserve: {
    slot_full: full,
    limit_reached: mostReserved,
    not_found: sessionGone,
  },
  restore: {
    slot_full: 'ほかの方が先に予約したため、この時間は満席になりました。',
    limit_reached: mostReserved,
    not_found: sessionGone,
  },
  move: {
    slot_full: `${full}元の予約はそのままです。`,
    overlap: '同じ時間帯に別の予約があります。別の時間をお選びください。',
    deadline_passed: '変更の期限を過ぎたため、元の予約のままです。',
    not_found: cancelled,
  },
  'move-back': {
    slot_full:
      'ほかの方が先に予約したため、元の時間は満席になりました。変更後の予約はそのままです。',
    overlap: '元の時間帯に別の予約があります。変更後の予約はそのままです。',
    deadline_passed: '変更の期限を過ぎたため、変更後の予約のままです。',
    not_found: cancelled,
  },
  session: { not_found: '予約かセッションが見つかりません。最新の内容をご確認ください。' },
  cancel: {
    deadline_passed: 'キャンセルの期限を過ぎています。ご都合が悪いときは、ジムへお電話ください。',
    not_found: cancelled,
  },
  wait: {
    limit_reached: `キャンセル待ちは同時に${mostWaits}件までです。ほかのキャンセル待ちをやめてからお試しください。`,
    not_found: sessionGone,
  },
};

export function describeRefusal(kind: ActKind, code: ProblemCode): string {
  return wordsOf[kind][code] ?? problemText[code];
}

/** null: not a refusal but a failure, told as every failure is. */
export function readRefusal(error: unknown): ProblemCode | null {
  const refused = error instanceof ApiError && error.status < 500;
  return refused ? (error.problem?.code ?? null) : null;
}
