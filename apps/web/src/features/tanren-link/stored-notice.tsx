import { IconCircleCheck, IconTrophyFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatKg } from '#lib/kilograms.ts';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { StatusText } from '#ui/status-text.tsx';
import { liveFeed } from './browser-live-feed.ts';
import type { LiveState } from './live-state.ts';
import { personalBestText } from './live-words.ts';
import classes from './stored-notice.module.css';

/** What came of the bout, with a way to it. A personal best is celebrated once. */
export function StoredNotice({ stored, celebrated }: Pick<LiveState, 'stored' | 'celebrated'>) {
  return (
    <StatusText>
      {stored === null ? null : (
        <StoredCard key={stored.workoutUuid} stored={stored} celebrated={celebrated} />
      )}
    </StatusText>
  );
}

interface StoredCardProps {
  readonly stored: NonNullable<LiveState['stored']>;
  readonly celebrated: boolean;
}

function StoredCard({ stored, celebrated }: StoredCardProps) {
  const { workoutId, workoutTypeId, max, tfo, personalBests } = stored;
  const isBest = personalBests.length > 0;
  // As it was when the card came: marking it as seen must not cut the motion off.
  const [celebrates] = useState(isBest && !celebrated);
  useEffect(() => {
    liveFeed.celebrate();
  }, []);
  return (
    <span className={classes.card} data-celebrates={celebrates}>
      <span className={classes.head}>
        {isBest ? (
          <IconTrophyFilled size={28} className={classes.trophy} aria-hidden />
        ) : (
          <IconCircleCheck size={28} stroke={1.75} aria-hidden />
        )}
        <span className={classes.words}>
          <strong>{isBest ? '自己ベスト更新！' : '記録を保存しました'}</strong>
          {isBest ? (
            <span className={classes.note}>
              {personalBests.map((kind) => personalBestText[kind]).join('・')}
            </span>
          ) : null}
        </span>
      </span>
      <span className={classes.numbers}>
        <span>{nameWorkoutType(workoutTypeId)}</span>
        <span>最大負荷 {formatKg(max)} kg</span>
        <span>総発揮力 {formatKg(tfo)} kg</span>
      </span>
      <Link to="/workouts/$workoutId" params={{ workoutId }} className={classes.link}>
        記録を見る
      </Link>
    </span>
  );
}
