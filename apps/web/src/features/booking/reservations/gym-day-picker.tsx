import { IconChevronRight } from '@tabler/icons-react';
import type { GymSummary } from '@tanren/contract/gyms/gyms';
import type { ReservationDay } from '@tanren/contract/booking/training-reservations';
import { daysBetween, weekday } from '@tanren/domain/gyms/gym-time';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { saveLastGym } from '#entities/gyms/last-gym.ts';
import { formatGymDate, weekdayNames } from '#lib/dates.ts';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { look, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './gym-day-picker.module.css';
import type { ReservableDay } from './reservable-slots.ts';

const about = look('tap', 'size-14', 'underlines');

interface GymSelectProps {
  readonly gyms: readonly GymSummary[];
  readonly gymId: number;
  /** Whether the gym cannot be changed, because a reservation can only move within its gym. */
  readonly fixed: boolean;
  readonly onChoose: (gymId: number) => void;
}

export function GymSelect({ gyms, gymId, fixed, onChoose }: GymSelectProps) {
  return (
    <Stack columns="1fr auto" gap={16} align="center">
      <NativeSelect
        aria-label="ジム"
        value={gymId}
        choices={gyms.map(({ id, name }) => ({ id, label: name }))}
        disabled={fixed}
        onChoose={(chosen) => {
          saveLastGym(chosen);
          onChoose(chosen);
        }}
      />
      <Link to="/gyms/$gymId" params={{ gymId }} className={about}>
        ジムの情報
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </Stack>
  );
}

interface DayStripProps {
  readonly days: readonly ReservableDay[];
  readonly today: string;
  readonly chosen: string;
  /** Days on which the member has a reservation. */
  readonly reserved: ReadonlySet<string>;
  /** Capacity and remaining seats by day. Days for which they are not known are absent. */
  readonly seats: ReadonlyMap<string, Pick<ReservationDay, 'capacity' | 'remaining'>>;
  readonly onChoose: (date: string) => void;
}

const nearDays = new Map([
  [-1, '昨日'],
  [0, '今日'],
  [1, '明日'],
]);

/**
 * Shows the days as radio buttons: the strip is one stop for the tab key, and the arrow keys move
 * between days.
 */
export function DayStrip({ days, today, chosen, reserved, seats, onChoose }: DayStripProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tile = row.current?.querySelector<HTMLElement>('[data-chosen]');
    // `scrollIntoView` would also scroll the page.
    if (tile) row.current?.scrollTo({ left: tile.offsetLeft - 80 });
  }, [chosen]);
  return (
    <fieldset className={classes.days}>
      <legend className="visually-hidden">日付</legend>
      <Row gap={4} className={classes.dayRow} ref={row}>
        {days.map((day, n) => (
          <Day
            key={day.date}
            day={day}
            above={
              nearDays.get(daysBetween(today, day.date)) ?? weekdayNames[weekday(day.date)] ?? ''
            }
            withMonth={n === 0 || day.date.endsWith('-01')}
            chosen={day.date === chosen}
            reserved={reserved.has(day.date)}
            seats={seats.get(day.date)}
            onChoose={onChoose}
          />
        ))}
      </Row>
      {/* Screen readers read the fullness with each day, so the legend is hidden from them. */}
      {seats.size === 0 ? null : (
        <Row
          as="p"
          gap={6}
          align="center"
          justify="end"
          size={12}
          quiet
          className={classes.legend}
          aria-hidden
        >
          <span className={classes.sample} />
          混み具合
        </Row>
      )}
    </fieldset>
  );
}

interface DayProps {
  readonly day: ReservableDay;
  readonly above: string;
  readonly withMonth: boolean;
  readonly chosen: boolean;
  readonly reserved: boolean;
  readonly seats: Pick<ReservationDay, 'capacity' | 'remaining'> | undefined;
  readonly onChoose: (date: string) => void;
}

function Day({
  day: { date, closed, note },
  above,
  withMonth,
  chosen,
  reserved,
  seats,
  onChoose,
}: DayProps) {
  const full = seats?.remaining === 0;
  const [, month, number] = date.split('-').map(Number);
  const name = [
    formatGymDate(date),
    ...(closed ? ['休館'] : []),
    ...(note === '' ? [] : [note]),
    ...(reserved ? ['予約あり'] : []),
    ...(seats === undefined ? [] : [full ? '満席' : `空き${seats.remaining}`]),
  ].join(' ');
  return (
    <label
      className={classes.day}
      data-chosen={chosen || undefined}
      data-closed={closed || full || undefined}
    >
      <input
        type="radio"
        name="reservation-date"
        className={classes.radio}
        value={date}
        checked={chosen}
        aria-label={name}
        onChange={() => {
          onChoose(date);
        }}
      />
      <Text as="span" size={12} className={classes.above} aria-hidden>
        {above}
      </Text>
      <Text as="span" size={20} weight={700} className={classes.number} aria-hidden>
        {withMonth ? (
          <Text as="span" size={14}>
            {month}/
          </Text>
        ) : null}
        {number}
      </Text>
      <Stack as="span" align="center" size={12} className={classes.below} aria-hidden>
        {closed ? '休館' : <Marks note={note} reserved={reserved} full={full} />}
      </Stack>
      {seats === undefined || full ? null : (
        <span className={classes.fullness} aria-hidden>
          <span
            className={classes.taken}
            style={{ transform: `scaleX(${1 - seats.remaining / seats.capacity})` }}
          />
        </span>
      )}
    </label>
  );
}

interface MarksProps {
  readonly note: string;
  readonly reserved: boolean;
  readonly full: boolean;
}

function Marks({ note, reserved, full }: MarksProps) {
  if (reserved) return <span className={classes.reservedDot} />;
  if (full) return '満席';
  return note === '' ? null : <span className={classes.changed}>時間変更</span>;
}
