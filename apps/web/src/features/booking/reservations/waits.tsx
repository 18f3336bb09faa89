import type { ReservationWait } from '@tanren/contract/booking/training-reservations';
import { isMembershipRejection } from '@tanren/domain/memberships/memberships';
import { offerMs } from '@tanren/domain/booking/reservations';
import { useState } from 'react';
import { useNow } from '#lib/server-time.ts';
import { MissingRight } from './missing-right.tsx';
import { LeaveDialog } from './reservation-dialogs.tsx';
import { describeRejection, formatCountdown, formatSlot, slotKey } from './reservation-words.ts';
import { SlotButton } from './slot-button.tsx';
import type { Rejection, ReservationActions } from './use-reservation-actions.ts';
import classes from './waits.module.css';
import { Unbroken } from '#ui/unbroken.tsx';

interface MyWaitsProps {
  /** Waits without those that have an offer, which are shown at the top of the page. */
  readonly waits: readonly ReservationWait[];
  readonly actions: ReservationActions;
}

export function MyWaits({ waits, actions }: MyWaitsProps) {
  const [leaving, setLeaving] = useState<ReservationWait | null>(null);
  const dialog =
    leaving === null ? null : (
      <LeaveDialog
        gymSlot={leaving}
        waitId={leaving.waitId}
        offered={false}
        actions={actions}
        onDone={() => {
          setLeaving(null);
        }}
      />
    );
  if (waits.length === 0) return dialog;
  return (
    <section className={classes.waitSection} aria-labelledby="my-waits">
      <h2 id="my-waits" className={classes.heading}>
        キャンセル待ち
      </h2>
      <ul className={classes.waitList}>
        {waits.map((wait) => (
          <li key={wait.waitId} className={classes.wait}>
            <div className={classes.words}>
              <p className={classes.waitSlot}>
                <Unbroken text={formatSlot(wait)} />
              </p>
              <p className={classes.place}>
                {wait.gymName}・{wait.position}番目
              </p>
            </div>
            <SlotButton
              variant="plain"
              busy={actions.isRunning(slotKey(wait.gymId, wait.startsAt))}
              aria-label={`${formatSlot(wait)}のキャンセル待ちをやめる`}
              onClick={() => {
                setLeaving(wait);
              }}
            >
              やめる
            </SlotButton>
          </li>
        ))}
      </ul>
      <p className={classes.hint}>
        空きが出ると順番にお知らせし、10分間、枠を確保します。メールでもお知らせします。
      </p>
      {dialog}
    </section>
  );
}

interface OffersProps {
  readonly waits: readonly ReservationWait[];
  readonly actions: ReservationActions;
}

/**
 * Shows the offered seats above everything else on any day, because a seat is held for only ten
 * minutes.
 */
export function Offers({ waits, actions }: OffersProps) {
  const [leaving, setLeaving] = useState<ReservationWait | null>(null);
  return (
    <>
      {waits.map((wait) => {
        const key = slotKey(wait.gymId, wait.startsAt);
        const running = actions.isRunning(key);
        const { refusal } = actions;
        return (
          <section key={wait.waitId} className={classes.offer} aria-label="空きのご案内">
            <OfferCountdown until={wait.offeredUntil ?? ''} />
            <p className={classes.offerSlot}>
              <Unbroken text={formatSlot(wait)} />
            </p>
            <p className={classes.offerGym}>{wait.gymName}</p>
            {refusal?.key === key ? <OfferRejection refusal={refusal} /> : null}
            <div className={classes.buttons}>
              <SlotButton
                variant="filled"
                busy={running}
                aria-label={`${formatSlot(wait)}を予約する`}
                onClick={() => void actions.reserve(wait)}
              >
                {running ? '予約中…' : '予約する'}
              </SlotButton>
              <SlotButton
                variant="plain"
                off={running}
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
          gymSlot={leaving}
          waitId={leaving.waitId}
          offered
          actions={actions}
          onDone={() => {
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}

function OfferRejection({ refusal: { kind, code, slot } }: { readonly refusal: Rejection }) {
  if (isMembershipRejection(code)) return <MissingRight refusal={code} slot={slot} />;
  return (
    <p role="alert" className={classes.offerRefusal}>
      {describeRejection(kind, code)}
    </p>
  );
}

/** Shows how long the offered seat is still held. */
export function OfferCountdown({ until }: { readonly until: string }) {
  const now = useNow(1000);
  return (
    <span className={classes.countdown}>
      空きが出ました
      <span className={classes.left} role="timer">
        残り{formatCountdown(until, now, offerMs)}
      </span>
    </span>
  );
}
