import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { look, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { columnName, tableCell, TableList, tableParts, tableRow } from '#ui/lists/table-list.tsx';
import {
  describeLastSeen,
  describeMove,
  machineStateNames,
  readMachineState,
} from './machine-state.ts';
import classes from './staff-machines.module.css';

const columns = '40px 40px minmax(0, 2fr) 104px minmax(0, 0.8fr) minmax(0, 0.8fr) minmax(0, 1.9fr)';
const columnNames = ['番号', '', '種目', '状態', '最終通信', 'バージョン', '要確認'];

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

const card = look('row', 'align-center', 'gap-12', 'tall-72', 'padding-12');

function MachineCard({ machine, now }: MachineCardProps) {
  const { id, firmware, rejectedToday, moved } = machine;
  return (
    <Link
      to="/staff/machines/$machineId"
      params={{ machineId: id }}
      className={`${cardLink} ${card} ${tableRow} ${classes.card}`}
    >
      <Text as="span" size={28} weight={700} leading="flat" fixed className={classes.number}>
        {id}
      </Text>
      <MachineDrawing workoutTypeId={machine.workoutTypeId} size={40} />
      <Stack as="span" grow className={tableParts}>
        <Text as="span" weight={700} shrinks className={classes.name}>
          {nameWorkoutType(machine.workoutTypeId)}
        </Text>
        <Row as="span" gap={12} rowGap={0} wrap size={14} quiet className={tableParts}>
          <MachineStateMark machine={machine} />
          <span {...tableCell(5, { className: classes.cut })}>
            {machine.lastSeenAt === null ? null : <span className={columnName}>最終通信 </span>}
            {describeLastSeen(machine.lastSeenAt, now)}
          </span>
          {firmware === null ? null : (
            <span {...tableCell(6, { className: `${classes.cut} ${classes.version}` })}>
              <span className={columnName}>バージョン </span>
              {firmware}
            </span>
          )}
          {rejectedToday === 0 && moved === undefined ? null : (
            <Text as="strong" bright leading="snug" {...tableCell(7)}>
              {rejectedToday === 0 ? null : (
                <span className={classes.hint}>受信エラー {rejectedToday}件（24時間）</span>
              )}
              {moved === undefined ? null : (
                <span className={classes.hint}>{describeMove(moved)}</span>
              )}
            </Text>
          )}
        </Row>
      </Stack>
    </Link>
  );
}

/**
 * Shows the state of a machine. The dot also differs in shape, for people who cannot see the
 * colours.
 */
export function MachineStateMark({ machine }: { readonly machine: StaffMachine }) {
  const state = readMachineState(machine);
  const isOff = state === 'offline' || state === 'retired';
  return (
    <Row
      as="span"
      inline
      gap={6}
      align="center"
      size={14}
      weight={500}
      bright={!isOff}
      quiet={isOff}
      nowrap
      fixed
      data-state={state}
    >
      <span className={classes.dot} aria-hidden />
      {machineStateNames[state]}
    </Row>
  );
}
