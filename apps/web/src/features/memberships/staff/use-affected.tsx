import type { AffectedSlot } from '@tanren/contract/problem';
import { useRef, useState } from 'react';
import { AffectedReservations } from '#entities/booking/reservation-list.tsx';
import { ApiError } from '#lib/errors.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';

/** Number of reservations that staff agreed to cancel. Absent before they have been asked. */
export interface Agreement {
  readonly cancelAffected?: number;
}

type Send = (agreement: Agreement) => Promise<void>;

interface Asked {
  readonly send: Send;
  readonly affected: number;
  readonly slots: readonly AffectedSlot[];
  /** Whether the number has changed since it was confirmed. */
  readonly again: boolean;
}

/**
 * Returns a function that sends a change. If the change cancels reservations, it first asks and
 * names their number. Errors before the question are thrown, and errors after it are passed to
 * `explain`.
 */
export function useAffected(explain: (error: unknown) => string) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // React state updates too late for the second tap of a double tap, so a ref is needed.
  const isBusy = useRef(false);

  async function run(send: Send, agreed: number | null): Promise<void> {
    try {
      await send(agreed === null ? {} : { cancelAffected: agreed });
      setAsked(null);
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      if (problem?.code !== 'reservations_affected') throw error;
      const { affected = 0, affectedSlots: slots = [] } = problem;
      setAsked({ send, affected, slots, again: agreed !== null });
    }
  }

  async function confirm({ send, affected }: Asked): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await run(send, affected);
    } catch (error) {
      setAsked(null);
      setFailure(explain(error));
    }
    isBusy.current = false;
    setBusy(false);
  }

  return {
    /** Error message of the confirmed change. */
    failure,
    start: (send: Send) => {
      setFailure(null);
      return run(send, null);
    },
    question:
      asked === null ? null : (
        <AffectedQuestion
          asked={asked}
          busy={busy}
          onConfirm={() => void confirm(asked)}
          onDismiss={() => {
            setAsked(null);
          }}
        />
      ),
  } as const;
}

interface AffectedQuestionProps {
  readonly asked: Asked;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

/** Asks before cancelling reservations, because members have planned their day by them. */
function AffectedQuestion({ asked, busy, onConfirm, onDismiss }: AffectedQuestionProps) {
  return (
    <ConfirmDialog
      title="キャンセルになる予約があります"
      keep="変更しない"
      confirm="予約をキャンセルして変更する"
      confirming="変更しています…"
      busy={busy}
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    >
      {asked.again ? (
        <p role="alert">
          確認しているあいだに対象の予約の件数が変わったため、まだ何も変更していません。もう一度ご確認ください。
        </p>
      ) : null}
      <p>
        この変更で利用できなくなる予約が{asked.affected}
        件あります。変更すると、これらの予約はキャンセルになります。
      </p>
      <AffectedReservations affected={asked.affected} slots={asked.slots} />
      <p>会員には、キャンセルになったことをメールと予約画面でお知らせします。元に戻せません。</p>
    </ConfirmDialog>
  );
}
