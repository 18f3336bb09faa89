import { honorificOf } from '@tanren/domain/members/honorifics';
import { IconUserHeart } from '@tabler/icons-react';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import classes from './my-trainer.module.css';

interface TrainerCardProps {
  readonly nickname: string;
  readonly linkedAt: string;
}

/** Shows the trainer's name and the start of the link. */
export function TrainerCard({ nickname, linkedAt }: TrainerCardProps) {
  return (
    <section className={classes.card} aria-label="連携中のトレーナー">
      <span className={classes.sign}>
        <IconUserHeart size={24} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.cardWords}>
        <p className={classes.name}>
          {nickname}
          <span className={classes.suffix}>{honorificOf(nickname)}</span>
        </p>
        <p className={classes.since}>
          <time dateTime={linkedAt}>{formatGymDate(gymDateOf(linkedAt))}</time>から連携中
        </p>
      </div>
    </section>
  );
}
