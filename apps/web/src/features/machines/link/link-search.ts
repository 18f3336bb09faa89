import { parseRouteId } from '@tanren/domain/identity/route-paths';

interface LinkSearch {
  readonly code?: string;
  /** From the label on a machine, which cannot know the code of the moment. */
  readonly machine?: number;
}

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** The code of a scanned link. A router reads digits without a dash as a number. */
export function readLinkSearch({ code, machine }: Record<string, unknown>): LinkSearch {
  const machineId = isWord(machine) ? parseRouteId(String(machine)) : null;
  return {
    ...(isWord(code) ? { code: String(code) } : {}),
    ...(machineId === null ? {} : { machine: machineId }),
  };
}
