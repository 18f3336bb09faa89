import type { GymFloor as FloorAnswer } from '@tanren/contract/machines/gym-floor';
import { planRoute } from '@tanren/domain/machines/floor';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { useOffline } from '#lib/offline/network.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { isMissing, LoadAgain } from '#ui/feedback/loading.tsx';
import { List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { type ShownMachine, type ShownState, stateNames } from './floor-words.ts';
import classes from './gym-floor.module.css';
import { gymFloorQuery, tanrenConnectionQuery } from './machines.queries.ts';

/** Step of the menu that the route follows. */
export interface RouteStep {
  readonly workoutTypeId: number;
  /** Load to set on the machine. `null` when there is none. */
  readonly loadKg: number | null;
  readonly isDone: boolean;
  /** Machine to go to. When absent or `null`, the route chooses one. */
  readonly machineId?: number | null;
}

export interface FloorProps {
  readonly gymId: number;
  /** Steps of today's menu in their order. Without them the floor shows only which machines are free. */
  readonly route?: readonly RouteStep[];
  readonly size?: 'usual' | 'small';
}

interface Stop extends RouteStep {
  /** Number of the step in the menu. */
  readonly position: number;
  readonly machine: ShownMachine;
}

/**
 * Shows the machines of a gym from above, like a hall at night: a free machine is lit. It never
 * names a member.
 */
export function GymFloor({ gymId, route = [], size = 'usual' }: FloorProps) {
  const query = useQuery(gymFloorQuery(gymId));
  const { data: floor, isError } = query;
  const ownMachineId = useOwnMachineId();
  const isOffline = useOffline();
  const isCurrent = !isOffline && !isError;
  if (isMissing(query)) {
    // Without a network nothing can be loaded again, which the page already says.
    return <div data-missing>{isOffline ? null : <LoadAgain what="フロア" query={query} />}</div>;
  }
  if (floor === undefined) return <div className={classes.hall} aria-hidden />;
  if (floor.machines.length === 0) {
    return <Note>このジムには、まだマシンがありません。</Note>;
  }
  const stops = listStops(floor, route, ownMachineId);
  const next = stops.find(({ isDone }) => !isDone) ?? null;
  const isKnown = floor.open && isCurrent;
  const readState = (machine: ShownMachine): ShownState | null => {
    if (!isKnown) return null;
    return machine.machineId === ownMachineId ? 'own' : findShownState(machine);
  };
  return (
    <Stack as="section" gap={8} className={classes.floor} data-size={size} aria-label="フロア">
      {next === null ? null : <NextMachine stop={next} state={readState(next.machine)} />}
      <div
        className={classes.hall}
        data-dark={!isKnown || undefined}
        style={
          {
            '--columns': floor.columns,
            '--rows': floor.rows,
            '--digits': Math.max(
              2,
              ...floor.machines.map(({ machineId }) => String(machineId).length),
            ),
          } as CSSProperties
        }
      >
        <div className={classes.grid}>
          <RouteLine stops={stops} floor={floor} />
          <List className={classes.machines} aria-label="フロアの見取り図">
            {floor.machines.map((machine) => (
              <Machine
                key={machine.machineId}
                machine={machine}
                state={readState(machine)}
                stops={stops.filter((stop) => stop.machine === machine)}
                isNext={next?.machine === machine}
              />
            ))}
          </List>
        </div>
      </div>
      <Legend floor={floor} isCurrent={isCurrent} />
    </Stack>
  );
}

function findShownState({ state, held, heldByMe }: ShownMachine): Exclude<ShownState, 'own'> {
  if (heldByMe === true) return 'waiting';
  return held === true ? 'held' : state;
}

/** Returns the machine that the member is linked with, as far as this page knows. */
function useOwnMachineId(): number | null {
  const { data } = useQuery({ ...tanrenConnectionQuery, enabled: false });
  return data?.connection?.machine.id ?? null;
}

/** Lists the stops of the route. A type that the gym does not have is left out. */
function listStops(
  { machines }: FloorAnswer,
  route: readonly RouteStep[],
  ownMachineId: number | null,
): Stop[] {
  const types = route.map(({ workoutTypeId }) => workoutTypeId);
  const planned = planRoute(machines, types, ownMachineId);
  return route.flatMap((step, index) => {
    const proposed = machines.find(({ machineId }) => machineId === step.machineId);
    const machine = proposed ?? planned[index] ?? null;
    return machine === null ? [] : [{ ...step, position: index + 1, machine }];
  });
}

interface NextMachineProps {
  readonly stop: Stop;
  /** `null` while the state is not known, or the gym is closed. */
  readonly state: ShownState | null;
}

/** Shows the next machine so large that it can be read on the way to it. */
function NextMachine({ stop: { machine, loadKg }, state }: NextMachineProps) {
  return (
    <div className={classes.next}>
      <Note>次は{nameWorkoutType(machine.workoutTypeId)}</Note>
      <Row as="p" gap={12} rowGap={0} align="baseline" wrap>
        <Text as="span" size={28} weight={700} leading="tight" nowrap>
          マシン{machine.machineId}
        </Text>
        {state === null ? null : (
          <Row as="span" gap={6} align="center" nowrap>
            <StateMark state={state} />
            {stateNames[state]}
          </Row>
        )}
        {loadKg === null ? null : (
          <span className={classes.load}>
            <Amount value={formatKg(loadKg)} unit="kg" size={28} />
          </span>
        )}
      </Row>
    </div>
  );
}

/** Marks a state by its shape, so that it can be told without colour. */
function StateMark({ state }: { readonly state: ShownState }) {
  return <span className={classes.mark} data-state={state} aria-hidden />;
}

interface MachineProps {
  readonly machine: ShownMachine;
  /** `null` while the state is not known, or the gym is closed. */
  readonly state: ShownState | null;
  readonly stops: readonly Stop[];
  readonly isNext: boolean;
}

function Machine({ machine, state, stops, isNext }: MachineProps) {
  const { machineId, workoutTypeId, column, row } = machine;
  const positions = stops.map(({ position }) => position);
  const words = [
    `マシン${machineId}`,
    nameWorkoutType(workoutTypeId),
    ...(state === null ? [] : [stateNames[state]]),
    ...positions.map((position) => `メニューの${position}番目`),
    ...(isNext ? ['次のマシン'] : []),
  ];
  return (
    <li
      className={classes.machine}
      data-state={state ?? 'closed'}
      data-next={isNext || undefined}
      style={{ gridArea: `${row} / ${column}` }}
    >
      <span className="visually-hidden">{words.join('・')}</span>
      <MachineDrawing workoutTypeId={workoutTypeId} size={40} ground="page" />
      <span className={classes.number} aria-hidden>
        {state === null ? null : <StateMark state={state} />}
        {machineId}
      </span>
      {positions.length === 0 ? null : (
        <span
          className={classes.badge}
          data-done={stops.every(({ isDone }) => isDone) || undefined}
          aria-hidden
        >
          {positions.join('・')}
        </span>
      )}
    </li>
  );
}

interface RouteLineProps {
  readonly stops: readonly Stop[];
  readonly floor: Pick<FloorAnswer, 'columns' | 'rows'>;
}

/** Draws the way through the machines. The part that is done is quiet. */
function RouteLine({ stops, floor: { columns, rows } }: RouteLineProps) {
  const firstLeft = stops.findIndex(({ isDone }) => !isDone);
  const turn = firstLeft === -1 ? stops.length : firstLeft;
  return (
    <svg
      className={classes.route}
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className={classes.done} d={drawLine(stops.slice(0, turn))} />
      <path d={drawLine(stops.slice(Math.max(0, turn - 1)))} />
    </svg>
  );
}

function drawLine(stops: readonly Stop[]): string {
  const points = stops.map(({ machine: { column, row } }) => `${column - 0.5} ${row - 0.5}`);
  return points.length < 2 ? '' : `M${points.join('L')}`;
}

interface LegendProps {
  readonly floor: FloorAnswer;
  readonly isCurrent: boolean;
}

const legendStates = ['free', 'used', 'held', 'waiting', 'offline', 'inspection'] as const;

/** Explains the marks with the number of machines, or why the floor is dark. */
function Legend({ floor: { open, machines }, isCurrent }: LegendProps) {
  if (!isCurrent) return <Note>マシンの状況は今確認できません。</Note>;
  if (!open) return <Note>営業時間外です。</Note>;
  const counts = legendStates.map((state) => ({
    state,
    count: machines.filter((machine) => findShownState(machine) === state).length,
  }));
  return (
    <Row gap={16} rowGap={0} wrap>
      {counts
        .filter(({ state, count }) => state === 'free' || state === 'used' || count > 0)
        .map(({ state, count }) => (
          <Row key={state} as="span" gap={6} align="center" size={12} quiet nowrap>
            <StateMark state={state} />
            {stateNames[state]}
            {count}台
          </Row>
        ))}
    </Row>
  );
}
