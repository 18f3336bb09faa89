import type { RecordEvent } from '@tanren/contract/workouts/workout-records';
import { formatMoment } from '#lib/dates.ts';
import { Box, Note } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { describeSets, nameEvent } from './record-words.ts';
import classes from './workout-records.module.css';

interface RecordHistoryProps {
  readonly events: readonly RecordEvent[];
  readonly reader?: 'member' | 'staff';
}

/** Lists all events of a record, oldest first. */
export function RecordHistory({ events, reader = 'member' }: RecordHistoryProps) {
  return (
    <Card heading="この記録の履歴">
      <Box as="ol" divided above={4} className={classes.events}>
        {events.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <p className={classes.event}>{nameEvent(event, reader)}</p>
            {event.reason === null ? null : <p>理由：{event.reason}</p>}
            <EventSets event={event} />
            <Note dateTime={event.at} as="time">
              {formatMoment(event.at)}
            </Note>
          </li>
        ))}
      </Box>
    </Card>
  );
}

function EventSets({ event: { before, after } }: { readonly event: RecordEvent }) {
  if (before === null || after === null) return null;
  return (
    <dl className={classes.change}>
      <div>
        <dt>変更前</dt>
        <dd>{describeSets(before)}</dd>
      </div>
      <div>
        <dt>変更後</dt>
        <dd>{describeSets(after)}</dd>
      </div>
    </dl>
  );
}
