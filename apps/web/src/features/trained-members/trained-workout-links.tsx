import { IconChartLine, IconChevronRight, IconHistory, IconListCheck } from '@tabler/icons-react';
import type { WorkoutDetail } from '@tanren/contract/workouts';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { formatShortGymDate, gymDayOf } from '#lib/dates.ts';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import classes from './trained-workout-links.module.css';
import { useMember } from './within-link.tsx';

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

/** Where to go from a workout of a member. */
export function TrainedWorkoutLinks({ workout }: { readonly workout: WorkoutDetail }) {
  const { memberId } = useMember();
  const { workoutTypeId, previous, trainingSessionTitle: title } = workout;
  return (
    <MenuSection heading="この種目">
      {previous === null ? null : (
        <li>
          <Link
            to="/trainer/members/$memberId/workouts/$workoutId"
            params={{ memberId, workoutId: previous.id }}
            className={menuRow}
          >
            <MenuRowContent
              Icon={IconHistory}
              label={`前回の記録（${formatShortGymDate(gymDayOf(previous.startedAt))}）`}
              end={further}
            />
          </Link>
        </li>
      )}
      {title === null ? null : (
        // Whose session it was is not told, so it leads nowhere.
        <li>
          <span className={`${menuRow} ${classes.still ?? ''}`}>
            <MenuRowContent Icon={IconListCheck} label={`セッション「${title}」`} />
          </span>
        </li>
      )}
      {isWorkoutTypeId(workoutTypeId) ? (
        <li>
          <Link
            to="/trainer/members/$memberId/training-history/$workoutTypeId"
            params={{ memberId, workoutTypeId }}
            className={menuRow}
          >
            <MenuRowContent Icon={IconChartLine} label="これまでの推移" end={further} />
          </Link>
        </li>
      ) : null}
    </MenuSection>
  );
}
