import type { ReservationWait } from '@tanren/contract/reservation-waits';
import { useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import { OfferCountdown } from './offer-countdown.tsx';
import { describeRefusal } from './refusal-words.ts';
import { SlotButton } from './slot-button.tsx';
import { formatSlot, slotKey } from './slot-words.ts';
import type { ReservationActs } from './use-reservation-acts.ts';
import classes from './offers.module.css';

interface OffersProps {
  readonly waits: readonly ReservationWait[];
  readonly acts: ReservationActs;
}

/** Held for ten minutes only: above everything else, whatever day is shown. */
export function Offers({ waits, acts }: OffersProps) {
  const [leaving, setLeaving] = useState<ReservationWait | null>(null);
  return (
    <>
      {waits.map((wait) => {
        const key = slotKey(wait.gymId, wait.startsAt);
        const busy = acts.busy.get(key);
        const { refusal } = acts;
        return (
          <section key={wait.waitId} className={classes.offer} aria-label="空きのご案内">
            <OfferCountdown until={wait.offeredUntil ?? ''} />
            <p className={classes.slot}>{formatSlot(wait)}</p>
            <p className={classes.gym}>{wait.gymName}</p>
            {refusal?.key === key ? (
              <p role="alert" className={classes.refusal}>
                {describeRefusal(refusal.kind, refusal.code)}
              </p>
            ) : null}
            <div className={classes.buttons}>
              <SlotButton
                variant="filled"
                busy={busy}
                aria-label={`${formatSlot(wait)}を予約する`}
                onClick={() => void acts.reserve(wait)}
              >
                {busy === 'running' ? '予約中…' : '予約する'}
              </SlotButton>
              <SlotButton
                variant="plain"
                off={busy !== undefined}
                aria-label={`${formatSlot(wait)}の空きを見送る`}
                onClick={() => {
                  setLeaving(wait);
                }}
              >
                見送る
              </SlotButton>
            </div>
          </section>
        );
      })}
      {leaving === null ? null : (
        <LeaveDialog
          place={leaving}
          waitId={leaving.waitId}
          offered
          acts={acts}
          onDone={() => {
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}
