import type { BusinessHours } from '@tanren/contract/gyms';
import { addDays, toGymDay } from '@tanren/domain/gym-time';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { formatGymClock } from '#lib/dates.ts';
import { isMissing, LoadAgain } from '#ui/load-again.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useNow } from '#lib/use-now.ts';
import { businessHoursQuery } from './gyms.queries.ts';
import { formatHours, isAllDay, toDayHours } from '#lib/hours-words.ts';
import { findOpeningState, type OpeningState } from './opening-state.ts';
import classes from './opening-now.module.css';

const minuteMs = 60_000;

/** Today's hours, and whether the gym has open at this minute. */
export function OpeningNow({ gymId }: { readonly gymId: number }) {
  const now = useNow(minuteMs);
  const today = toGymDay(new Date(now));
  const [before, current] = useQueries({
    queries: [addDays(today, -1), today].map((day) => ({
      ...businessHoursQuery(gymId, day),
      placeholderData: keepPreviousData<BusinessHours | undefined>,
    })),
  });
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
    <section className={classes.opening} aria-label="本日の営業時間">
      <p className={classes.state} data-open={state.isOpen}>
        <span className={classes.light} aria-hidden />
        {describeState(state)}
      </p>
      <p className={classes.hours}>
        <span className={classes.day}>{state.hours.date === today ? '本日' : '昨日から'}</span>
        <strong>{formatHours(toDayHours(state.hours))}</strong>
      </p>
      {state.hours.note === '' ? null : <p className={classes.note}>{state.hours.note}</p>}
    </section>
  );
}

function describeState({ isOpen, changesAt, hours }: OpeningState): string {
  if (isOpen) {
    const closes = changesAt === null || isAllDay(toDayHours(hours)) ? null : changesAt;
    return closes === null ? '営業中' : `営業中・${formatGymClock(closes)}まで`;
  }
  return changesAt === null ? '営業時間外' : `営業時間外・${formatGymClock(changesAt)}から営業`;
}
