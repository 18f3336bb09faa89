import type { WeeklyHours } from '@tanren/contract/gyms';
import { toGymDay, weekday } from '@tanren/domain/gym-time';
import { formatShortGymDate } from '#lib/dates.ts';
import { Card } from '#ui/card.tsx';
import { useNow } from '#lib/use-now.ts';
import { formatHours, weekdayNames } from '#lib/hours-words.ts';
import classes from './week-hours.module.css';

const minuteMs = 60_000;

interface WeekHoursProps {
  readonly hours: WeeklyHours;
}

export function WeekHours({ hours: { weekly, specialDays } }: WeekHoursProps) {
  const today = weekday(toGymDay(new Date(useNow(minuteMs))));
  return (
    <Card heading="営業時間">
      <table className={classes.week}>
        <caption className={classes.caption}>曜日ごとの営業時間</caption>
        <tbody>
          {weekdayNames.map((name, index) => (
            <tr key={name} aria-current={index === today ? 'date' : undefined}>
              <th scope="row">{name}曜日</th>
              <td>{formatHours(weekly[index] ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {specialDays.length === 0 ? null : (
        <>
          <h3 className={classes.heading}>特別な日</h3>
          <dl className={classes.special}>
            {specialDays.map(({ date, hours, note }) => (
              <div key={date}>
                <dt>{formatShortGymDate(date)}</dt>
                <dd>
                  {formatHours(hours)}
                  {note === '' ? null : <span className={classes.note}>{note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}
