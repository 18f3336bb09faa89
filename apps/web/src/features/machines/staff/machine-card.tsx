import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { cardLink } from '#ui/lists/cards.tsx';
import { columnName, TableList, tableRow } from '#ui/lists/table-list.tsx';
import { describeLastSeen, machineStateNames, readMachineState } from './machine-state.ts';
import classes from './staff-machines.module.css';

const columns = '40px 40px minmax(0, 2fr) 112px minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr)';
const columnNames = ['番号', '', '種目', '状態', '最終通信', 'バージョン', '受信エラー'];

interface MachineListProps {
  readonly machines: readonly StaffMachine[];
  readonly now: number;
}

export function MachineList({ machines, now }: MachineListProps) {
  return (
    <TableList columns={columns} names={columnNames} paired>
      {machines.map((machine) => (
        <li key={machine.id}>
          <MachineCard machine={machine} now={now} />
        </li>
      ))}
    </TableList>
  );
}

interface MachineCardProps {
  readonly machine: StaffMachine;
  readonly now: number;
}

function MachineCard({ machine, now }: MachineCardProps) {
  const { id, firmware, rejectedToday } = machine;
  return (
    <Link
      to="/staff/machines/$machineId"
      params={{ machineId: id }}
      className={`${cardLink} ${tableRow} ${classes.card}`}
    >
      <span className={classes.number}>{id}</span>
      <MachineDrawing workoutTypeId={machine.workoutTypeId} size={40} />
      <span className={classes.words}>
        <span className={classes.name}>{nameWorkoutType(machine.workoutTypeId)}</span>
        <span className={classes.details}>
          <MachineStateMark machine={machine} />
          <span className={classes.seen}>
            {machine.lastSeenAt === null ? null : <span className={columnName}>最終通信 </span>}
            {describeLastSeen(machine.lastSeenAt, now)}
          </span>
          {firmware === null ? null : (
            <span className={classes.version}>
              <span className={columnName}>バージョン </span>
              {firmware}
            </span>
          )}
          {rejectedToday === 0 ? null : (
            <strong className={classes.rejected}>受信エラー {rejectedToday}件（24時間）</strong>
          )}
        </span>
      </span>
    </Link>
  );
}

/**
 * Shows the state of a machine. The dot also differs in shape, for people who cannot see the
 * colours.
 */
export function MachineStateMark({ machine }: { readonly machine: StaffMachine }) {
  const state = readMachineState(machine);
  return (
    <span className={classes.mark} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {machineStateNames[state]}
    </span>
  );
}
