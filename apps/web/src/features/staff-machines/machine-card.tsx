import type { StaffMachine } from '@tanren/contract/staff-machines';
import { Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { cardLink } from '#ui/lists/cards.tsx';
import { describeLastSeen, machineStateNames, readMachineState } from './machine-state.ts';
import classes from './staff-machines.module.css';

interface MachineCardProps {
  readonly machine: StaffMachine;
  readonly now: number;
}

export function MachineCard({ machine, now }: MachineCardProps) {
  const { id, firmware, rejectedToday } = machine;
  return (
    <Link
      to="/staff/machines/$machineId"
      params={{ machineId: id }}
      className={`${cardLink} ${classes.card}`}
    >
      <span className={classes.number}>{id}</span>
      <MachineDrawing workoutTypeId={machine.workoutTypeId} size={48} />
      <span className={classes.words}>
        <span className={classes.head}>
          <span className={classes.name}>{nameWorkoutType(machine.workoutTypeId)}</span>
          <MachineStateMark machine={machine} />
        </span>
        <span className={classes.details}>
          <span>最終通信 {describeLastSeen(machine.lastSeenAt, now)}</span>
          {firmware === null ? null : <span>バージョン {firmware}</span>}
          {rejectedToday === 0 ? null : (
            <strong className={classes.rejected}>受信エラー {rejectedToday}件（24時間）</strong>
          )}
        </span>
      </span>
    </Link>
  );
}

/** The form of the dot tells it too, for those who see no colours. */
export function MachineStateMark({ machine }: { readonly machine: StaffMachine }) {
  const state = readMachineState(machine);
  return (
    <span className={classes.mark} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {machineStateNames[state]}
    </span>
  );
}
