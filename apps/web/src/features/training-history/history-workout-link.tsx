import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface HistoryWorkoutLinkProps {
  readonly workoutId: number;
  readonly children: ReactNode;
}

/** Leads from a number to the workout it was reached in, wherever those who look find it. */
export type HistoryWorkoutLink = (props: HistoryWorkoutLinkProps) => ReactNode;

export function OwnHistoryWorkoutLink({ workoutId, children }: HistoryWorkoutLinkProps) {
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId }}>
      {children}
    </Link>
  );
}
