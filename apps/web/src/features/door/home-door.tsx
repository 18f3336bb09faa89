import { IconLock } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/training-reservations';
import { useState } from 'react';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { DoorView, nameMoment } from './door-view.tsx';
import { isNearDoor, openFrom } from './reservation-day.ts';
import { useDoor } from './use-door.ts';
import classes from './door-view.module.css';

interface HomeDoorProps {
  readonly reservation: TrainingReservation;
  /** By the server's clock. */
  readonly now: number;
}

/** The door of today's reservation, long before it opens and then. */
export function HomeDoor({ reservation, now }: HomeDoorProps) {
  if (isNearDoor(reservation, now)) return <NearDoor gymId={reservation.gymId} />;
  return (
    <p className={classes.shut}>
      <IconLock size={24} stroke={1.75} aria-hidden />
      <span>{nameMoment(openFrom(reservation).toISOString(), now)} から解錠できます。</span>
    </p>
  );
}

/** The button that had it is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The code is fetched before it is asked for, because there may be no network at the door. */
function NearDoor({ gymId }: { readonly gymId: number }) {
  const view = useDoor(gymId);
  const [wanted, setWanted] = useState(false);
  if (view.state?.kind !== 'code') {
    const show = () => {
      setWanted(true);
      view.show();
    };
    return <DoorView {...view} show={show} />;
  }
  if (wanted) {
    return (
      <div ref={takeFocus} tabIndex={-1} className={classes.revealed}>
        <DoorView {...view} />
      </div>
    );
  }
  return (
    <PrimaryButton
      onClick={() => {
        setWanted(true);
      }}
    >
      解錠コードを表示する
    </PrimaryButton>
  );
}
