import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMember } from './within-link.tsx';

interface TrainedWorkoutLinkProps {
  readonly workoutId: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What lists and charts of workouts lead to on a trainer's pages. */
export function TrainedWorkoutLink({ workoutId, className, children }: TrainedWorkoutLinkProps) {
  const { memberId } = useMember();
  return (
    <Link
      to="/trainer/members/$memberId/workouts/$workoutId"
      params={{ memberId, workoutId }}
      className={className}
    >
      {children}
    </Link>
  );
}
