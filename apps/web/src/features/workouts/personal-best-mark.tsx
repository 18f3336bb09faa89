import { IconTrophyFilled } from '@tabler/icons-react';
import type { PersonalBestKind } from '@tanren/domain/personal-bests';
import classes from './personal-best-mark.module.css';

/** On a card: this workout was better than every one before it. */
export function PersonalBestMark() {
  return (
    <span className={classes.mark}>
      <IconTrophyFilled size={16} aria-hidden />
      自己ベスト
    </span>
  );
}

const kindNames = {
  max: '最大負荷',
  tfo: '総発揮力',
  oneRepMax: '推定1RM',
} satisfies Record<PersonalBestKind, string>;

/** On the workout itself, with what it was the best of. */
export function PersonalBestBadge({ kinds }: { readonly kinds: readonly PersonalBestKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <p className={classes.badge}>
      <IconTrophyFilled size={24} aria-hidden />
      自己ベスト更新！（{kinds.map((kind) => kindNames[kind]).join('・')}）
    </p>
  );
}
