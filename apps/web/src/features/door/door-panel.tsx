import { Card } from '#ui/card.tsx';
import { DoorView } from './door-view.tsx';
import { useDoor } from './use-door.ts';

/** On the page of a gym: how to get in. */
export function DoorPanel({ gymId }: { readonly gymId: number }) {
  const view = useDoor(gymId);
  return (
    <Card heading="入口の解錠">
      <DoorView {...view} />
    </Card>
  );
}
