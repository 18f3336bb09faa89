import { findOpeningState, type OpeningState } from './opening-state.ts';
import type { BusinessHours, WeeklyHours } from '@tanren/contract/gyms/gyms';
import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay, weekday } from '@tanren/domain/gyms/gym-time';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { formatGymClock, formatGymDate, weekdayNames } from '#lib/dates.ts';
import { formatHours, isAllDay, toDayHours } from '#entities/gyms/gym-words.ts';
import { useNow } from '#lib/server-time.ts';
import { Card } from '#ui/lists/cards.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Light } from '#ui/light.tsx';
import classes from './gyms.module.css';
import { businessHoursQuery } from './gyms.queries.ts';
import { Unbroken } from '#ui/unbroken.tsx';

const minuteMs = 60_000;

/** Returns the hours of today and of yesterday, which may last past midnight. */
function useTwoDays(gymId: number) {
  const now = useNow(minuteMs);
  const today = toGymDay(new Date(now));
  const [before, current] = useQueries({
    queries: [addDays(today, -1), today].map((day) => ({
      ...businessHoursQuery(gymId, day),
      placeholderData: keepPreviousData<BusinessHours | undefined>,
    })),
  });
  return { now, today, before, current };
}

/** Returns whether the gym is open at this minute, or `null` when that is not known. */
export function useIsOpen(gymId: number): boolean | null {
  const { now, before, current } = useTwoDays(gymId);
  if (!before?.data || !current?.data) return null;
  return findOpeningState(before.data, current.data, now).isOpen;
}

/** Shows today's hours and whether the gym is open at this minute. */
export function OpeningNow({ gymId }: { readonly gymId: number }) {
  const { now, today, before, current } = useTwoDays(gymId);
  if (!before || !current) return null;
  const missing = [before, current].filter(isMissing);
  const [lost] = missing;
  if (lost) {
    const refetch = () => Promise.all(missing.map((query) => query.refetch()));
    return <LoadAgain what="本日の営業時間" query={{ ...lost, refetch }} />;
  }
  if (!before.data || !current.data) return <Skeleton height={120} />;
  const state = findOpeningState(before.data, current.data, now);
  return (
    <Stack as="section" gap={4} aria-label="本日の営業時間">
      <Row as="p" gap={8} align="center" weight={700}>
        <Light on={state.isOpen} quiet={!state.isOpen} />
        {describeState(state)}
      </Row>
      <Row as="p" gap={12} rowGap={0} align="baseline" wrap className={classes.hours}>
        <Text as="span" size={20} nowrap>
          {state.hours.date === today ? '本日' : '昨日から'}
        </Text>
        <strong>
          <Unbroken text={formatHours(toDayHours(state.hours))} />
        </strong>
      </Row>
      {state.hours.note === '' ? null : <Text quiet>{state.hours.note}</Text>}
    </Stack>
  );
}

function describeState({ isOpen, changesAt, hours }: OpeningState): string {
  if (isOpen) {
    const closes = changesAt === null || isAllDay(toDayHours(hours)) ? null : changesAt;
    return closes === null ? '営業中' : `営業中・${formatGymClock(closes)}まで`;
  }
  return changesAt === null ? '営業時間外' : `営業時間外・${formatGymClock(changesAt)}から営業`;
}

interface WeekHoursProps {
  readonly hours: WeeklyHours;
}

export function WeekHours({ hours: { weekly, specialDays } }: WeekHoursProps) {
  // The previous gym day may still run after midnight.
  const today = weekday(gymDayOf(new Date(useNow(minuteMs)), { weekly, specialDays }));
  return (
    <Card heading="営業時間">
      <table className={classes.week}>
        <caption className="visually-hidden">曜日ごとの営業時間</caption>
        <tbody>
          {weekdayNames.map((name, index) => (
            <tr key={name} aria-current={index === today ? 'date' : undefined}>
              <th scope="row">{name}曜日</th>
              <td>
                <Unbroken text={formatHours(weekly[index] ?? null)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {specialDays.length === 0 ? null : (
        <>
          <Text as="h3" size={14} above={16}>
            臨時の営業時間
          </Text>
          <dl className={classes.special}>
            {specialDays.map(({ date, hours, note }) => (
              <div key={date}>
                <dt>{formatGymDate(date)}</dt>
                <dd>
                  <Unbroken text={formatHours(hours)} />
                  {note === '' ? null : (
                    <Note as="span" block>
                      {note}
                    </Note>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}
