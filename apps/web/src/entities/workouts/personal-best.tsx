import { IconTrophyFilled } from '@tabler/icons-react';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { Row } from '#ui/layout.tsx';
import classes from './personal-best.module.css';

export const personalBestNames = {
  max: '最大重量',
  tfo: '総発揮力',
  oneRepMax: '推定1RM',
} satisfies Record<PersonalBestKind, string>;

/** Marks a workout in a list that was better than every earlier one. */
export function PersonalBestMark() {
  return (
    <Row
      as="span"
      inline
      gap={4}
      align="center"
      size={12}
      weight={700}
      leading="snug"
      nowrap
      className={classes.mark}
    >
      <IconTrophyFilled size={16} aria-hidden />
      自己ベスト
    </Row>
  );
}

interface PersonalBestSignProps {
  readonly size: number;
  /** Plays the animation of the rays once, for a personal best that is news. */
  readonly celebrates?: boolean;
}

/** Shows the yellow sign of a personal best. This is the only celebration in the app. */
export function PersonalBestSign({ size, celebrates = false }: PersonalBestSignProps) {
  return (
    <span className={classes.sign} data-celebrates={celebrates || undefined} aria-hidden>
      <IconTrophyFilled size={size} />
      {celebrates ? (
        <svg className={classes.rays} viewBox="-50 -50 100 100">
          <path d={rays} />
        </svg>
      ) : null}
    </span>
  );
}

/** Path of eight short lines around the middle. */
const rays = Array.from({ length: 8 }, (_, index) => {
  const angle = (index * Math.PI) / 4;
  const at = (distance: number) =>
    `${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`;
  return `M${at(32)}L${at(46)}`;
}).join('');
