import { parseRouteId } from '@tanren/domain/route-paths';

/** What the list is narrowed to. Words of the address are looked at by the page. */
export interface RejectedSearch {
  readonly machineId?: number;
  readonly reason?: string;
}

export function readRejectedSearch({ machineId, reason }: Record<string, unknown>): RejectedSearch {
  const id = typeof machineId === 'number' ? parseRouteId(String(machineId)) : null;
  return {
    ...(id === null ? {} : { machineId: id }),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
