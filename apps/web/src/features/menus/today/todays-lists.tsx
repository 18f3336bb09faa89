import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { TodaysItem, TodaysMenu } from '@tanren/contract/menus/todays-menu';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { Box, List, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
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

const other = look(
  'row',
  'wrap',
  'align-center',
  'gap-12',
  'rowGap-4',
  'padding-8-0',
  'full',
  'tall-72',
);

/** Lists the other menus. The whole row is the button that chooses one. */
export function Alternatives({ menus, choose }: AlternativesProps) {
  return (
    <List aria-label="ほかのメニュー">
      {menus.map((menu) => (
        <Box key={menu.trainingSessionId} as="li" ruled>
          <button
            type="button"
            className={`${other} ${classes.other}`}
            onClick={() => {
              choose(menu.trainingSessionId);
            }}
          >
            <Stack as="span" leading="snug" shrinks className={classes.rowWords}>
              <Text as="span" weight={700} leading="tight">
                {menu.title}
              </Text>
              <Note as="span">{describeOther(menu)}</Note>
            </Stack>
            <Amount value={String(menu.minutes)} unit="分" size={28} />
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </button>
        </Box>
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
    <Box as="ol" aria-label="マシン">
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
  const { workoutTypeId, sets, reps, doneSets, loadKg, machines, inspection } = item;
  const isDone = doneSets >= sets;
  const change = compareLoad(item);
  const isSame = change?.sign === '→';
  return (
    <Row
      as="li"
      gap={12}
      rowGap={4}
      align="center"
      wrap
      padding="8 0"
      ruled
      quiet={isDone}
      className={classes.machine}
    >
      <MachineDrawing workoutTypeId={workoutTypeId} size={64} ground="page" />
      <Stack as="span" leading="snug" shrinks className={classes.rowWords}>
        <Text as="span" weight={700} leading="tight">
          {nameWorkoutType(workoutTypeId)}
        </Text>
        <Note as="span">
          {doneSets > 0 ? `${doneSets}/${sets}セット` : `${sets}セット`}×{reps}回
          {machines === null || !isCurrent ? null : (
            <Text
              as="span"
              nowrap
              bright={machines.free > 0}
              className={classes.free}
              data-picture="left-out"
            >
              {describeFree(machines, inspection)}
            </Text>
          )}
        </Note>
        {loadKg === null ? null : <Note as="span">{explainLoad(item)}</Note>}
      </Stack>
      <Row as="span" gap={4} align="baseline" nowrap end className={classes.load}>
        {isDone ? (
          <>
            <IconCheck size={32} stroke={2.5} aria-hidden />
            <span className="visually-hidden">完了</span>
          </>
        ) : (
          <>
            {change === null ? null : (
              <Text as="span" size={20} weight={isSame ? 400 : 700} quiet={isSame}>
                <span aria-hidden>{change.sign}</span>
                <span className="visually-hidden">{change.spoken}</span>
              </Text>
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
    </Row>
  );
}
