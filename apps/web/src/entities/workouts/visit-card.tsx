import type { Visit } from '@tanren/contract/workouts/visits';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { personalBestNames, PersonalBestSign } from './personal-best.tsx';
import { nameWorkoutType } from './workouts.queries.ts';
import {
  formatClockOfDay,
  formatGymClock,
  formatGymDate,
  formatSlotTime,
  gymDateOf,
} from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { useNow } from '#lib/server-time.ts';
import { Amount, Labelled } from '#ui/charts/amount.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './visit-card.module.css';
import { lastVisitQuery } from './visits.queries.ts';

/**
 * Shows the last visit on the home page. It shows nothing to a member without a visit; the page
 * suggests linking a machine instead.
 */
export function LastVisit() {
  const query = useQuery(lastVisitQuery);
  const { data: visit } = query;
  const now = useNow(60_000);
  if (visit === null) return null;
  // The last rep counts, because a gym day may continue past midnight.
  const isToday = visit !== undefined && gymDateOf(visit.endedAt) === toGymDay(new Date(now));
  const heading = isToday ? '今日のトレーニング' : '前回のトレーニング';
  return (
    <Stack as="section" gap={8} aria-label={heading}>
      <SectionHeading>{heading}</SectionHeading>
      {visit ? (
        <VisitCard visit={visit} />
      ) : isMissing(query) ? (
        <LoadAgain what="前回のトレーニング" query={query} />
      ) : (
        <div className={classes.place}>
          <Skeleton />
        </div>
      )}
    </Stack>
  );
}

interface VisitCardProps {
  readonly visit: Visit;
  /** Whether the visit is the one shown beside the list. */
  readonly current?: boolean;
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
}

/** Shows a visit in a few lines. The whole card links to it. */
export function VisitCard({ visit, current = false, onClick }: VisitCardProps) {
  return (
    <Link
      to="/visits/$date"
      params={{ date: visit.date }}
      className={`${cardLink} ${look('stack', 'gap-12')} ${classes.card}`}
      aria-current={current ? 'true' : undefined}
      {...(onClick === undefined ? {} : { onClick })}
    >
      <Row as="span" gap={12} rowGap={0} align="baseline" justify="between" wrap>
        <Text as="time" size={20} weight={700} leading="tight" dateTime={visit.date}>
          {formatGymDate(visit.date)}
        </Text>
        <Note as="span">{describeWhen(visit)}</Note>
      </Row>
      <Machines visit={visit} />
      <VisitNumbers visit={visit} />
      <VisitBests bests={visit.personalBests} short />
    </Link>
  );
}

/** Formats time and gym as `18:05〜18:52 TANREN 神田`. A visit may end after midnight. */
export function describeWhen({ startedAt, endedAt, date, gymName }: Visit): string {
  const time =
    formatGymClock(startedAt) === formatGymClock(endedAt)
      ? formatClockOfDay(startedAt, date)
      : formatSlotTime({ startsAt: startedAt, endsAt: endedAt }, date);
  return gymName === null ? time : `${time} ${gymName}`;
}

/** Number of drawings that fit beside each other on a phone. */
const maxDrawings = 5;

/** Shows the machines as drawings. Screen readers get their names. */
function Machines({ visit: { workoutTypeIds } }: { readonly visit: Visit }) {
  const more = workoutTypeIds.length - maxDrawings;
  return (
    <Row as="span" gap={8} rowGap={8} align="center" wrap>
      <span className="visually-hidden">{workoutTypeIds.map(nameWorkoutType).join('、')}</span>
      {workoutTypeIds.slice(0, maxDrawings).map((id) => (
        <MachineDrawing key={id} workoutTypeId={id} size={48} />
      ))}
      {more > 0 ? (
        <Text as="span" size={16} quiet aria-hidden>
          +{more}
        </Text>
      ) : null}
    </Row>
  );
}

/** The fields of a visit that its numbers need. */
type VisitTotals = Pick<Visit, 'workoutTypeIds' | 'setCount' | 'tfo' | 'minutes'>;

interface VisitNumbersProps {
  readonly visit: VisitTotals;
  readonly size?: 20 | 28;
}

/** Shows the totals of a visit. */
export function VisitNumbers({ visit, size = 20 }: VisitNumbersProps) {
  return (
    <Row as="span" align="end" wrap nowrap className={classes.numbers} data-size={size}>
      <Labelled label="総発揮力" color="green">
        <Amount value={formatKg(visit.tfo)} unit="kg" size={size} />
      </Labelled>
      {/* The counts stay together when there is no room for them beside the sum. */}
      <Row as="span" wrap className={classes.numbers}>
        <Amount value={String(visit.workoutTypeIds.length)} unit="種目" size={size} />
        <Amount value={String(visit.setCount)} unit="セット" size={size} />
        <Amount value={String(visit.minutes)} unit="分" size={size} />
      </Row>
    </Row>
  );
}

interface VisitBestsProps {
  readonly bests: Visit['personalBests'];
  /** Shows only the machines, without the kinds of personal best. */
  readonly short?: boolean;
  /** Plays the animation of the sign once. Used right after the training. */
  readonly celebrates?: boolean;
}

/** Shows the personal bests of a visit. This is the only celebration in the app. */
export function VisitBests({ bests, short = false, celebrates = false }: VisitBestsProps) {
  if (bests.length === 0) return null;
  const words = bests.map(({ workoutTypeId, kinds }) => {
    const name = nameWorkoutType(workoutTypeId);
    return short ? name : `${name}（${kinds.map((kind) => personalBestNames[kind]).join('・')}）`;
  });
  return (
    <Row as="span" gap={8} align="start" size={14} weight={700} leading="snug">
      <PersonalBestSign size={20} celebrates={celebrates} />
      <span>
        自己ベスト更新{' '}
        <Text as="span" weight={400} className={classes.bests}>
          {words.join('、')}
        </Text>
      </span>
    </Row>
  );
}
