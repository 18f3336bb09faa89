import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { TodaysItem, TodaysMenu } from '@tanren/contract/menus/todays-menu';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount } from '#ui/charts/amount.tsx';
import classes from './todays-menu.module.css';
import {
  compareLoad,
  describeFree,
  explainLoad,
  explainMenu,
  sourceNames,
} from './todays-words.ts';

interface AlternativesProps {
  readonly menus: readonly TodaysMenu[];
  readonly choose: (trainingSessionId: number | null) => void;
}

/** Lists the other menus. The whole row is the button that chooses one. */
export function Alternatives({ menus, choose }: AlternativesProps) {
  return (
    <ul className={classes.list} aria-label="ほかのメニュー">
      {menus.map((menu) => (
        <li key={menu.trainingSessionId}>
          <button
            type="button"
            className={classes.other}
            onClick={() => {
              choose(menu.trainingSessionId);
            }}
          >
            <span className={classes.otherWords}>
              <span className={classes.name}>{menu.title}</span>
              <span className={classes.quiet}>{describeOther(menu)}</span>
            </span>
            <Amount value={String(menu.minutes)} unit="分" size={28} />
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Describes an alternative. A member without any workout has not neglected a body part, so only the
 * source is named.
 */
function describeOther({ reason, from }: TodaysMenu): string {
  if (reason.kind !== 'due') return explainMenu(reason);
  return reason.days === null ? sourceNames[from] : `${explainMenu(reason)}・${sourceNames[from]}`;
}

interface MachinesProps {
  readonly items: readonly TodaysItem[];
  /** Whether the machines can be shown as free or in use. */
  readonly isCurrent: boolean;
}

/** Lists the machines in their order, with the load and its reason. */
export function Machines({ items, isCurrent }: MachinesProps) {
  const rows = items.map((item, index) => ({ ...item, position: index + 1 }));
  return (
    <ol className={classes.list} aria-label="マシン">
      {rows.map((item) => (
        <MachineRow key={item.position} item={item} isCurrent={isCurrent} />
      ))}
    </ol>
  );
}

interface MachineRowProps extends Pick<MachinesProps, 'isCurrent'> {
  readonly item: TodaysItem;
}

function MachineRow({ item, isCurrent }: MachineRowProps) {
  const { workoutTypeId, sets, reps, doneSets, loadKg, machines } = item;
  const isDone = doneSets >= sets;
  const change = compareLoad(item);
  return (
    <li className={classes.machine} data-done={isDone || undefined}>
      <MachineDrawing workoutTypeId={workoutTypeId} size={64} ground="page" />
      <span className={classes.machineWords}>
        <span className={classes.name}>{nameWorkoutType(workoutTypeId)}</span>
        <span className={classes.quiet}>
          {doneSets > 0 ? `${doneSets}/${sets}セット` : `${sets}セット`}×{reps}回
          {machines === null || !isCurrent ? null : (
            <span className={classes.free} data-free={machines.free > 0}>
              {describeFree(machines)}
            </span>
          )}
        </span>
        {loadKg === null ? null : <span className={classes.quiet}>{explainLoad(item)}</span>}
      </span>
      <span className={classes.load}>
        {isDone ? (
          <>
            <IconCheck size={32} stroke={2.5} aria-hidden />
            <span className="visually-hidden">完了</span>
          </>
        ) : (
          <>
            {change === null ? null : (
              <span className={classes.change} data-same={change.sign === '→' || undefined}>
                <span aria-hidden>{change.sign}</span>
                <span className="visually-hidden">{change.spoken}</span>
              </span>
            )}
            {loadKg === null ? (
              <span className={classes.first}>{explainLoad(item)}</span>
            ) : (
              <Amount value={formatKg(loadKg)} unit="kg" size={28} />
            )}
          </>
        )}
      </span>
    </li>
  );
}
