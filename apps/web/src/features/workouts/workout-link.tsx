import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface WorkoutLinkProps {
  readonly workoutId: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Leads to a workout, wherever those who look find it. */
export type WorkoutLink = (props: WorkoutLinkProps) => ReactNode;

export function OwnWorkoutLink({ workoutId, className, children }: WorkoutLinkProps) {
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId }} className={className}>
      {children}
    </Link>
  );
}
