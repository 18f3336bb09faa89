import type { RecordEvent, RecordSet } from '@tanren/contract/workouts/workout-records';
import { formatMoment } from '#lib/dates.ts';
import { Box, Note, Row, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { describeSets, nameEvent } from './record-words.ts';

interface RecordHistoryProps {
  readonly events: readonly RecordEvent[];
  readonly reader?: 'member' | 'staff';
}

/** Lists all events of a record, oldest first. */
export function RecordHistory({ events, reader = 'member' }: RecordHistoryProps) {
  return (
    <Card heading="この記録の履歴">
      <Box as="ol" divided above={4}>
        {events.map((event) => (
          <Box key={`${event.at} ${event.kind}`} as="li" padding="8 0">
            <Text weight={500}>{nameEvent(event, reader)}</Text>
            {event.reason === null ? null : <Text size={14}>理由：{event.reason}</Text>}
            <EventSets event={event} />
            <Note dateTime={event.at} as="time">
              {formatMoment(event.at)}
            </Note>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function EventSets({ event: { before, after } }: { readonly event: RecordEvent }) {
  if (before === null || after === null) return null;
  return (
    <Box as="dl" size={14} above={4} below={4}>
      <EventSet name="変更前" sets={before} />
      <EventSet name="変更後" sets={after} />
    </Box>
  );
}

interface EventSetProps {
  readonly name: string;
  readonly sets: readonly RecordSet[];
}

function EventSet({ name, sets }: EventSetProps) {
  return (
    <Row gap={12}>
      <Text as="dt" fixed quiet>
        {name}
      </Text>
      <Text as="dd" shrinks>
        {describeSets(sets)}
      </Text>
    </Row>
  );
}
