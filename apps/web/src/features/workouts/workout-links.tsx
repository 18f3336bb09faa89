import {
  IconChartLine,
  IconChevronRight,
  IconHistory,
  IconListCheck,
  IconTrophy,
} from '@tabler/icons-react';
import type { WorkoutDetail } from '@tanren/contract/workouts';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { formatShortGymDate, gymDayOf } from '#lib/dates.ts';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import classes from './workout-links.module.css';

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

/** Where to go from a workout. */
export function WorkoutLinks({ workout }: { readonly workout: WorkoutDetail }) {
  const { workoutTypeId, previous } = workout;
  return (
    <MenuSection heading="この種目">
      {previous === null ? null : (
        <li>
          <Link to="/workouts/$workoutId" params={{ workoutId: previous.id }} className={menuRow}>
            <MenuRowContent
              Icon={IconHistory}
              label={`前回の記録（${formatShortGymDate(gymDayOf(previous.startedAt))}）`}
              end={further}
            />
          </Link>
        </li>
      )}
      <SessionRow workout={workout} />
      {isWorkoutTypeId(workoutTypeId) ? (
        <>
          <li>
            <Link
              to="/training-history/$workoutTypeId"
              params={{ workoutTypeId }}
              className={menuRow}
            >
              <MenuRowContent Icon={IconChartLine} label="これまでの推移" end={further} />
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
        </>
      ) : null}
    </MenuSection>
  );
}

type OfSession = Pick<WorkoutDetail, 'trainingSessionId' | 'trainingSessionTitle'>;

/** As the session was called then; one that is deleted has its name only. */
function SessionRow({ workout }: { readonly workout: OfSession }) {
  const { trainingSessionId, trainingSessionTitle: title } = workout;
  if (title === null) return null;
  if (trainingSessionId === null) {
    return (
      <li>
        <span className={`${menuRow} ${classes.gone ?? ''}`}>
          <MenuRowContent Icon={IconListCheck} label={`セッション「${title}」（削除済み）`} />
        </span>
      </li>
    );
  }
  return (
    <li>
      <Link
        to="/training-sessions/$trainingSessionId"
        params={{ trainingSessionId }}
        className={menuRow}
      >
        <MenuRowContent Icon={IconListCheck} label={`セッション「${title}」`} end={further} />
      </Link>
    </li>
  );
}
