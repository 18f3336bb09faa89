import type { GymSummary } from '@tanren/contract/gyms';
import { parseRouteId } from '@tanren/domain/route-paths';
import type { QueryClient } from '@tanstack/react-query';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { gymsQuery } from './gyms.queries.ts';
import type { WorkGymSearch } from './work-gym-search.ts';

const lastGymKey = 'tanren:staff-gym';

/** Storage may be forbidden: then the address alone remembers. */
function readLastGym(): number | null {
  try {
    return parseRouteId(localStorage.getItem(lastGymKey) ?? '');
  } catch {
    return null;
  }
}

function rememberGym(gymId: number): void {
  try {
    localStorage.setItem(lastGymKey, String(gymId));
  } catch {
    // The address remembers it as well.
  }
}

/** The gym of the address, else the one of this desk, else the first one; null: there is none. */
export async function chooseWorkGym(
  queryClient: QueryClient,
  { gym: wanted }: WorkGymSearch,
): Promise<number | null> {
  const gyms = await queryClient.query(gymsQuery);
  const isThere = (id: number | null | undefined) => gyms.some((gym) => gym.id === id);
  const last = readLastGym();
  const [first] = gyms;
  if (wanted !== undefined && isThere(wanted)) return wanted;
  return isThere(last) ? last : (first?.id ?? null);
}

interface WorkGymSelectProps {
  readonly gyms: readonly GymSummary[];
  readonly gymId: number;
  readonly onChoose: (gymId: number) => void;
}

/** Whoever works at a desk chooses its gym once. */
export function WorkGymSelect({ gyms, gymId, onChoose }: WorkGymSelectProps) {
  return (
    <NativeSelect
      aria-label="店舗"
      value={gymId}
      choices={gyms.map(({ id, name }) => ({ id, label: name }))}
      quiet
      onChoose={(chosen) => {
        rememberGym(chosen);
        onChoose(chosen);
      }}
    />
  );
}
