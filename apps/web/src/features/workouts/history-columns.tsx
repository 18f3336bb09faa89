import {
  type HistoryPeriod,
  historyPeriods,
  type WorkoutHistory,
} from '@tanren/contract/workouts/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { useLocation } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { NextLoadChance } from '#entities/workouts/next-load-chance.tsx';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { formatStrength, unknownStrength } from '#entities/workouts/strength-words.ts';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { Amount, Labelled, LegendMark, type SeriesColor } from '#ui/charts/amount.tsx';
import { Box, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { Dimming } from '#ui/lists/paged-list.tsx';
import { HistoryCharts, HistoryTable, type HistoryWorkoutLink } from './history-charts.tsx';
import {
  defaultPeriod,
  describePeriodBest,
  periodNames,
  readPeriodSearch,
} from './history-period.ts';
import { StrengthChart, type StrengthQuery } from './strength-chart.tsx';
import classes from './training-history.module.css';

interface HistoryColumnsProps {
  readonly workoutTypeId: number;
  readonly history: WorkoutHistory & { bests: NonNullable<WorkoutHistory['bests']> };
  readonly load: WorkoutLoad | undefined;
  readonly strength: StrengthQuery;
  readonly period: HistoryPeriod;
  readonly periodTabs: ReactNode;
  readonly workoutLink: HistoryWorkoutLink;
  /** Links to related pages. */
  readonly links: ReactNode;
}

/** Shows the history of one workout type: the next load, the charts and the personal bests. */
export function HistoryColumns(props: HistoryColumnsProps) {
  const { workoutTypeId, history, load, strength, period, periodTabs, workoutLink, links } = props;
  const busy = usePageBusy();
  return (
    <Stack gap={24} className={classes.columns}>
      <Headline history={history} load={load} period={period} />
      <div className={classes.nextColumn}>
        {load === undefined ? null : <NextLoad load={load} />}
      </div>
      <Stack gap={12} top className={classes.main}>
        {periodTabs}
        <Dimming busy={busy} className={look('stack', 'top', 'gap-12')}>
          {/* The key resets the charts, because a selected point means nothing in another
              period. */}
          <HistoryCharts
            key={`${workoutTypeId} ${period}`}
            history={history}
            period={period}
            nextLoad={load?.nextLoad}
            workoutLink={workoutLink}
            strengthChart={
              <StrengthChart query={strength} current={load?.strength} period={period} />
            }
          />
          <HistoryTable
            points={history.points}
            strength={strength.data}
            workoutLink={workoutLink}
          />
        </Dimming>
      </Stack>
      <Stack gap={24} top className={classes.side}>
        <PersonalBests bests={history.bests} workoutLink={workoutLink} />
        {links}
      </Stack>
    </Stack>
  );
}

/** Shows the best load of all time, how the best of the period changed, and today's strength. */
function Headline({
  history,
  load,
  period,
}: Pick<HistoryColumnsProps, 'history' | 'load' | 'period'>) {
  const best = history.bests.max.value;
  const points = history.points.map(({ max, gymDay }) => ({ value: max, when: gymDay }));
  return (
    <Row as="p" gap={32} rowGap={8} align="end" wrap className={classes.headline}>
      <Row as="span" gap={16} rowGap={4} align="end" wrap>
        <Labelled label="最大重量" color="cyan">
          <Amount value={formatKg(best)} unit="kg" size={44} />
        </Labelled>
        <Text as="span" size={20} weight={700} leading="tight">
          {describePeriodBest(points, period, best)}
        </Text>
      </Row>
      {load === undefined ? null : <CurrentStrength {...load} />}
    </Row>
  );
}

function CurrentStrength({ strength }: Pick<WorkoutLoad, 'strength'>) {
  return (
    <Labelled label="今の推定1RM" color="blue">
      {strength === undefined ? (
        <Text as="span" size={20} weight={700} leading="tight">
          {unknownStrength}
        </Text>
      ) : (
        <Amount value={formatStrength(strength)} unit="kg" size={28} />
      )}
    </Labelled>
  );
}

/** Shows the load for next time and its reason. */
function NextLoad({ load }: { readonly load: WorkoutLoad }) {
  const lastDay = formatGymDate(load.lastGymDay);
  return (
    <Card heading="次回の重量">
      <Stack gap={4}>
        <Amount value={formatKg(load.nextLoad)} unit="kg" size={28} />
        <NextLoadChance load={load} />
        <Text>{explainNextLoad(load)}</Text>
        <Note>前回のトレーニング：{lastDay}</Note>
      </Stack>
    </Card>
  );
}

type Bests = NonNullable<WorkoutHistory['bests']>;

interface PersonalBestsProps {
  readonly bests: Bests;
  readonly workoutLink: HistoryWorkoutLink;
}

/** Shows the personal bests of all time, regardless of the period of the charts. */
function PersonalBests({ bests, workoutLink }: PersonalBestsProps) {
  return (
    <Card heading="自己ベスト">
      <Box as="dl" divided>
        <BestRow label="最大重量" color="cyan" best={bests.max} workoutLink={workoutLink} />
        <BestRow label="総発揮力" color="green" best={bests.tfo} workoutLink={workoutLink} />
        <BestRow label="推定1RM" color="blue" best={bests.oneRepMax} workoutLink={workoutLink} />
      </Box>
    </Card>
  );
}

interface BestRowProps {
  readonly label: string;
  readonly color: SeriesColor;
  readonly best: Bests['oneRepMax'];
  readonly workoutLink: HistoryWorkoutLink;
}

function BestRow({ label, color, best, workoutLink: To }: BestRowProps) {
  return (
    <Stack align="baseline" className={classes.best}>
      <dt>
        <LegendMark color={color} />
        {label}
      </dt>
      {best === null ? (
        <Text as="dd" across quiet size={14}>
          10回以下のセットを行うと推定できます。
        </Text>
      ) : (
        <>
          <dd>
            <Amount value={formatKg(best.value)} unit="kg" />
          </dd>
          <dd className={classes.day}>
            <To workoutId={best.workoutId}>{formatGymDate(best.gymDay)}</To>
          </dd>
        </>
      )}
    </Stack>
  );
}

/** Props of a tab's link besides its target page. */
export interface PeriodLinkProps {
  readonly period: HistoryPeriod;
  readonly replace: true;
  readonly resetScroll: false;
  readonly className: string | undefined;
  readonly activeOptions: { readonly exact: true; readonly includeSearch: true };
  readonly 'aria-current': 'page' | undefined;
  readonly children: string;
}

const exactly = { exact: true, includeSearch: true } as const;

export function PeriodTabs({ link: To }: { readonly link: ComponentType<PeriodLinkProps> }) {
  // The period comes from the address, so that the tab is marked at once. The charts follow when
  // their data has loaded.
  const { period: chosen = defaultPeriod } = useLocation({
    select: ({ search }) => readPeriodSearch(search),
    structuralSharing: true,
  });
  return (
    <Segments label="期間">
      {historyPeriods.map((period) => (
        <To
          key={period}
          period={period}
          replace
          resetScroll={false}
          className={segment}
          activeOptions={exactly}
          aria-current={period === chosen ? 'page' : undefined}
        >
          {periodNames[period]}
        </To>
      ))}
    </Segments>
  );
}
