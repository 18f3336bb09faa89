import { IconCalendarX } from '@tabler/icons-react';
import type { AffectedSlot } from '@tanren/contract/problem';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { AffectedReservations } from './reservation-list.tsx';

/** Number of reservations that staff agreed to cancel. Absent before they have been asked. */
export interface Agreement {
  readonly cancelAffected?: number;
}

const againWords = {
  version:
    'ほかのスタッフが店舗の設定を変更したため、まだ何も変更していません。もう一度ご確認ください。',
  number:
    '確認しているあいだに対象の予約の件数が変わったため、まだ何も変更していません。もう一度ご確認ください。',
} as const;

interface Asked {
  /** Number of reservations that would be cancelled. */
  readonly affected: number;
  readonly slots: readonly AffectedSlot[];
  /** What has changed since the last attempt. `null` for the first one. */
  readonly again: keyof typeof againWords | null;
}

interface Question extends Asked {
  readonly isConfirmed: boolean;
  readonly answer: (isAgreed: boolean) => void;
}

interface QuestionWords {
  /** What the change does to the reservations, such as 枠がなくなる. */
  readonly lost: string;
  /** How the members are notified. */
  readonly notice: string;
}

/**
 * Returns a function that sends a change of staff. A change that cancels reservations first asks
 * and names their number, because members have planned their day by them.
 */
export function useAffectedQuestion({ lost, notice }: QuestionWords) {
  const [question, setQuestion] = useState<Question | null>(null);
  // Leaving the page keeps the reservations. A question that was answered ignores this.
  useEffect(() => () => question?.answer(false), [question]);

  function ask(asked: Asked): Promise<boolean> {
    return new Promise((answer) => {
      setQuestion({ ...asked, isConfirmed: false, answer });
    });
  }

  /**
   * Returns the answer of the attempt, or `null` if staff keep the reservations. After any other
   * rejection `makeWay` throws, or prepares an attempt on another version. Staff are then asked
   * again, because their agreement was for the version before.
   */
  async function send<T>(
    attempt: (agreement: Agreement) => Promise<T>,
    makeWay?: (error: unknown) => Promise<void>,
  ): Promise<T | null> {
    let agreement: Agreement = {};
    let again: Asked['again'] = null;
    try {
      for (;;) {
        try {
          return await attempt(agreement);
        } catch (error) {
          const problem = error instanceof ApiError ? error.problem : null;
          if (problem?.code === 'reservations_affected') {
            const { affected = 0, affectedSlots: slots = [] } = problem;
            if (!(await ask({ affected, slots, again }))) return null;
            agreement = { cancelAffected: affected };
            again = 'number';
          } else if (makeWay === undefined) {
            throw error;
          } else {
            await makeWay(error);
            agreement = {};
            again = 'version';
          }
        }
      }
    } finally {
      setQuestion(null);
    }
  }

  return {
    send,
    question:
      question === null ? null : (
        <ConfirmDialog
          title="キャンセルになる予約があります"
          keep="変更しない"
          Icon={IconCalendarX}
          confirm="予約をキャンセルして変更する"
          confirming="変更しています…"
          busy={question.isConfirmed}
          onConfirm={() => {
            setQuestion({ ...question, isConfirmed: true });
            question.answer(true);
          }}
          onDismiss={() => {
            question.answer(false);
          }}
        >
          {question.again === null ? null : <p role="alert">{againWords[question.again]}</p>}
          <p>
            この変更で{lost}予約が{question.affected}
            件あります。変更すると、これらの予約はキャンセルになります。
          </p>
          <AffectedReservations affected={question.affected} slots={question.slots} />
          <p>{notice}</p>
        </ConfirmDialog>
      ),
  } as const;
}
