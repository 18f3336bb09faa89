import type { BoardVisit } from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { Badge } from '#ui/badge.tsx';
import { PlainButton } from '#ui/buttons.tsx';

export type CheckedPerson = Pick<BoardVisit, 'member' | 'name' | 'health'>;

interface HealthMarkProps {
  readonly person: CheckedPerson;
  readonly onOpen: (person: CheckedPerson) => void;
}

export const healthMarks = {
  concern: '健康チェック：要確認',
  unanswered: '健康チェック：未回答',
} as const;

/** Marks a person whose health check the desk shall look at. A tap opens the answers. */
export function HealthMark({ person, onOpen }: HealthMarkProps) {
  const { health, name } = person;
  if (health === undefined) return null;
  if (health === 'unanswered') return <Badge tone="quiet">{healthMarks.unanswered}</Badge>;
  return (
    <PlainButton
      aria-label={`${addHonorific(name)}の${healthMarks.concern}。回答を見る`}
      onClick={() => {
        onOpen(person);
      }}
    >
      <Badge>{healthMarks.concern}</Badge>
    </PlainButton>
  );
}
