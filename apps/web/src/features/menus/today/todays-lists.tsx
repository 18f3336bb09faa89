import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { TodaysItem, TodaysMenu } from '@tanren/contract/menus/todays-menu';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
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
    <List className={classes.list} aria-label="ほかのメニュー">
      {menus.map((menu) => (
        <li key={menu.trainingSessionId}>
          <button
            type="button"
            className={classes.other}
            onClick={() => {
              choose(menu.trainingSessionId);
            }}
          >
            <Stack as="span" leading="snug" shrinks className={classes.otherWords}>
              <span className={classes.name}>{menu.title}</span>
              <Note as="span">{describeOther(menu)}</Note>
            </Stack>
            <Amount value={String(menu.minutes)} unit="分" size={28} />
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </List>
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
    <Box as="ol" className={classes.list} aria-label="マシン">
      {rows.map((item) => (
        <MachineRow key={item.position} item={item} isCurrent={isCurrent} />
      ))}
    </Box>
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
      <Stack as="span" leading="snug" shrinks className={classes.machineWords}>
        <span className={classes.name}>{nameWorkoutType(workoutTypeId)}</span>
        <Note as="span">
          {doneSets > 0 ? `${doneSets}/${sets}セット` : `${sets}セット`}×{reps}回
          {machines === null || !isCurrent ? null : (
            <span className={classes.free} data-free={machines.free > 0}>
              {describeFree(machines)}
            </span>
          )}
        </Note>
        {loadKg === null ? null : <Note as="span">{explainLoad(item)}</Note>}
      </Stack>
      <Row as="span" gap={4} align="baseline" nowrap className={classes.load}>
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
              <Text as="span" weight={700}>
                {explainLoad(item)}
              </Text>
            ) : (
              <Amount value={formatKg(loadKg)} unit="kg" size={28} />
            )}
          </>
        )}
      </Row>
    </li>
  );
}
