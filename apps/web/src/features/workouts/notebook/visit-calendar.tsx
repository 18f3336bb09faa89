import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { VisitTotals } from '@tanren/contract/workouts/visits';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { monthOf } from '@tanren/domain/memberships/memberships';
import {
  addMonths,
  type CalendarDay,
  groupByCalendarDay,
  layOutMonth,
  sumVisits,
} from '@tanren/domain/workouts/visit-months';
import { Link } from '@tanstack/react-router';
import { formatShortGymDate, weekdayNames } from '#lib/dates.ts';
import { formatCount, formatKg } from '#lib/number-format.ts';
import { useNow } from '#lib/server-time.ts';
import { Amount, Labelled } from '#ui/charts/amount.tsx';
import { Row, Text } from '#ui/layout.tsx';
import { DayStack } from './day-stack.tsx';
import { currentMonth, searchMonth } from './months.ts';
import classes from './visit-calendar.module.css';

interface VisitCalendarProps {
  readonly month: string;
  readonly visits: readonly VisitTotals[];
  /** Gym day of the member's first visit ever. */
  readonly firstDate: string;
}

/** Shows a month as a calendar of small stacks, with the sums of the month above it. */
export function VisitCalendar({ month, visits, firstDate }: VisitCalendarProps) {
  const sums = sumVisits(visits);
  return (
    <section className={classes.calendar} aria-label={`${nameMonth(month)}の来館`}>
      <Row align="center" justify="between">
        <MonthLink
          month={month > monthOf(firstDate) ? addMonths(month, -1) : null}
          label="前の月"
          Icon={IconChevronLeft}
        />
        <Text as="h2" size={20} leading="tight" aria-live="polite">
          {nameMonth(month)}
        </Text>
        <MonthLink
          month={month < currentMonth() ? addMonths(month, 1) : null}
          label="次の月"
          Icon={IconChevronRight}
        />
      </Row>
      <Row as="p" justify="center" align="end" gap={24} rowGap={8} wrap>
        <Labelled label="来館">
          <Amount value={String(sums.visits)} unit="回" size={28} />
        </Labelled>
        <Labelled label="セット">
          <Amount value={formatCount(sums.sets)} unit="セット" size={28} />
        </Labelled>
        <Labelled label="総発揮力" color="green">
          <Amount value={formatKg(sums.tfo)} unit="kg" size={28} />
        </Labelled>
      </Row>
      <Days month={month} visits={visits} />
    </section>
  );
}

/** Names a month as `11月`, with the year when it is not the current one. */
function nameMonth(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return `${month.slice(0, 4) === currentMonth().slice(0, 4) ? '' : `${year}年`}${number}月`;
}

interface MonthLinkProps {
  /** `null` where there is no such month to show. */
  readonly month: string | null;
  readonly label: string;
  readonly Icon: typeof IconChevronLeft;
}

function MonthLink({ month, label, Icon }: MonthLinkProps) {
  if (month === null) return <span className={classes.turn} />;
  return (
    <Link
      to="/workouts"
      search={searchMonth(month)}
      replace
      resetScroll={false}
      className={classes.turn}
      aria-label={label}
    >
      <Icon size={24} stroke={1.75} aria-hidden />
    </Link>
  );
}

function Days({ month, visits }: Pick<VisitCalendarProps, 'month' | 'visits'>) {
  const days = groupByCalendarDay(visits);
  const today = toGymDay(new Date(useNow(60_000)));
  return (
    <table className={classes.days}>
      <caption className="visually-hidden">トレーニングした日</caption>
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th key={name} scope="col" abbr={`${name}曜日`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layOutMonth(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((date, place) => (
              <td key={weekdayNames[place]} aria-current={date === today ? 'date' : undefined}>
                {date === null ? null : <Day date={date} day={days.get(date)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly date: string;
  /** `undefined` without a visit on the day. */
  readonly day: CalendarDay | undefined;
}

function Day({ date, day }: DayProps) {
  const number = <span>{Number(date.slice(8))}</span>;
  if (day === undefined) return <span className={classes.day}>{number}</span>;
  const { setCount, hasMaxBest } = day;
  return (
    <Link
      to="/visits/$date"
      params={{ date }}
      className={classes.day}
      aria-label={`${formatShortGymDate(date)} ${setCount}セット${hasMaxBest ? '、最大重量を更新' : ''}`}
    >
      {number}
      <DayStack sets={setCount} capped={hasMaxBest} />
    </Link>
  );
}
