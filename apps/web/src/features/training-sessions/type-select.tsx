import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { workoutTypes } from '@tanren/domain/workout-types';
import { NativeSelect } from '#ui/native-select.tsx';
import { useSessionSearch } from './use-session-search.ts';

const choices: readonly { id: WorkoutTypeId | null; label: string }[] = [
  { id: null, label: 'すべての種目' },
  ...workoutTypes.map(({ id, name }) => ({ id, label: name })),
];

/** Not a row of links: the types are too many. */
export function TypeSelect() {
  const { search, go } = useSessionSearch();
  return (
    <NativeSelect
      aria-label="種目"
      value={search.workoutType ?? null}
      choices={choices}
      onChoose={(id) => {
        go({ workoutType: id ?? undefined });
      }}
    />
  );
}
