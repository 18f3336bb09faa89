import type { ReservationWait } from '@tanren/contract/reservation-waits';
import { useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import { SlotButton } from './slot-button.tsx';
import { formatSlot, slotKey } from './slot-words.ts';
import type { ReservationActs } from './use-reservation-acts.ts';
import classes from './my-waits.module.css';

interface MyWaitsProps {
  /** Without those that have been offered a place: they stand on top of the page. */
  readonly waits: readonly ReservationWait[];
  readonly acts: ReservationActs;
}

export function MyWaits({ waits, acts }: MyWaitsProps) {
  const [leaving, setLeaving] = useState<ReservationWait | null>(null);
  const dialog =
    leaving === null ? null : (
      <LeaveDialog
        place={leaving}
        waitId={leaving.waitId}
        offered={false}
        acts={acts}
        onDone={() => {
          setLeaving(null);
        }}
      />
    );
  if (waits.length === 0) return dialog;
  return (
    <section className={classes.section} aria-labelledby="my-waits">
      <h2 id="my-waits" className={classes.heading}>
        キャンセル待ち
      </h2>
      <ul className={classes.list}>
        {waits.map((wait) => (
          <li key={wait.waitId} className={classes.wait}>
            <div className={classes.words}>
              <p className={classes.slot}>{formatSlot(wait)}</p>
              <p className={classes.place}>
                {wait.gymName}・{wait.position}番目
              </p>
            </div>
            <SlotButton
              variant="plain"
              busy={acts.busy.get(slotKey(wait.gymId, wait.startsAt))}
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
        空きが出ると、順番に10分間ご案内します。メールでもお知らせします。
      </p>
      {dialog}
    </section>
  );
}
