import { parseRouteId } from '@tanren/domain/identity/route-paths';

interface LinkSearch {
  readonly code?: string;
  /** Machine number from the printed label, which cannot contain the current code. */
  readonly machine?: number;
}

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/**
 * Returns the parameters of a scanned link. The router parses digits without a dash as a number.
 */
export function readLinkSearch({ code, machine }: Record<string, unknown>): LinkSearch {
  const machineId = isWord(machine) ? parseRouteId(String(machine)) : null;
  return {
    ...(isWord(code) ? { code: String(code) } : {}),
    ...(machineId === null ? {} : { machine: machineId }),
  };
}
