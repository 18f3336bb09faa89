import { IconArrowsExchange } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/training-reservations';
import { SlotButton } from './slot-button.tsx';
import { formatSlot } from './slot-words.ts';
import classes from './move-banner.module.css';

interface MoveBannerProps {
  readonly reservation: TrainingReservation;
  readonly onEnd: () => void;
}

export function MoveBanner({ reservation, onEnd }: MoveBannerProps) {
  return (
    <section className={classes.banner} aria-label="予約の変更">
      <IconArrowsExchange size={24} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>変更先を選んでください</p>
        <p className={classes.from}>今の予約：{formatSlot(reservation)}</p>
      </div>
      <SlotButton variant="quiet" aria-label="変更をやめる" onClick={onEnd}>
        やめる
      </SlotButton>
    </section>
  );
}
