import type { RunItem } from '@tanren/contract/training-session-runs';
import { Card } from '#ui/lists/cards.tsx';
import { RunItems } from './run-items.tsx';

interface RunStepsProps {
  readonly items: readonly RunItem[];
  /** What the member sits at; null: between machines. */
  readonly linkedTypeId: number | null;
}

/** The whole session, with what is done of it. */
export function RunSteps({ items, linkedTypeId }: RunStepsProps) {
  return (
    <Card heading="セッションの種目">
      <RunItems items={items} linkedTypeId={linkedTypeId} />
    </Card>
  );
}
