import { IconUserHeart } from '@tabler/icons-react';
import classes from './visibility-mark.module.css';

/** On sessions that a trainer made for the member. */
export function TrainerMark() {
  return (
    <span className={classes.mark}>
      <IconUserHeart size={16} stroke={1.75} aria-hidden />
      トレーナー作成
    </span>
  );
}
