import { IconChevronRight, IconHistory } from '@tabler/icons-react';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { useMember } from './within-link.tsx';

interface TrainedHistoryLinksProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Of all time. */
  readonly count: number;
}

export function TrainedHistoryLinks({ workoutTypeId, count }: TrainedHistoryLinksProps) {
  const { memberId } = useMember();
  return (
    <MenuSection heading="この種目">
      <li>
        <Link
          to="/trainer/members/$memberId"
          params={{ memberId }}
          search={{ view: 'history', workoutType: workoutTypeId }}
          className={menuRow}
        >
          <MenuRowContent
            Icon={IconHistory}
            label={`すべての記録（${count}件）`}
            end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          />
        </Link>
      </li>
    </MenuSection>
  );
}
