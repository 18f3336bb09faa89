import type { GymSummary } from '@tanren/contract/gyms/gyms';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import type { QueryClient } from '@tanstack/react-query';
import { deviceStorage } from '#lib/browser-storage.ts';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { gymsQuery } from './gyms.queries.ts';
import type { WorkGymSearch } from './work-gym-search.ts';

const lastGymKey = 'tanren:staff-gym';

/**
 * Returns the gym of the address, else the last one used on this device, else the first gym.
 * Returns `null` when there are no gyms.
 */
export async function chooseWorkGym(
  queryClient: QueryClient,
  { gym: wanted }: WorkGymSearch,
): Promise<number | null> {
  const gyms = await queryClient.query(gymsQuery);
  const isThere = (id: number | null | undefined) => gyms.some((gym) => gym.id === id);
  const last = parseRouteId(deviceStorage.read(lastGymKey) ?? '');
  const [first] = gyms;
  if (wanted !== undefined && isThere(wanted)) return wanted;
  return isThere(last) ? last : (first?.id ?? null);
}

interface WorkGymSelectProps {
  readonly gyms: readonly GymSummary[];
  readonly gymId: number;
  readonly onChoose: (gymId: number) => void;
}

/** Lets staff choose the gym they work at. The device remembers the choice. */
export function WorkGymSelect({ gyms, gymId, onChoose }: WorkGymSelectProps) {
  return (
    <NativeSelect
      aria-label="店舗"
      value={gymId}
      choices={gyms.map(({ id, name }) => ({ id, label: name }))}
      quiet
      onChoose={(chosen) => {
        deviceStorage.save(lastGymKey, String(chosen));
        onChoose(chosen);
      }}
    />
  );
}
