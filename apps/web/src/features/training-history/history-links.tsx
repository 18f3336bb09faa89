import { IconChevronRight, IconHistory, IconTrophy } from '@tabler/icons-react';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

interface HistoryLinksProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Of all time. */
  readonly count: number;
}

export function HistoryLinks({ workoutTypeId, count }: HistoryLinksProps) {
  return (
    <MenuSection heading="この種目">
      <li>
        <Link to="/workouts" search={{ workoutType: workoutTypeId }} className={menuRow}>
          <MenuRowContent Icon={IconHistory} label={`すべての記録（${count}件）`} end={further} />
        </Link>
      </li>
      <li>
        <Link
          to="/workout-ranking/$workoutType/$rankingType"
          params={{ workoutType: workoutTypeId, rankingType: 'max' }}
          className={menuRow}
        >
          <MenuRowContent Icon={IconTrophy} label="ランキング" end={further} />
        </Link>
      </li>
    </MenuSection>
  );
}
