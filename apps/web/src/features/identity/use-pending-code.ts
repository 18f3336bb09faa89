import { useMemo } from 'react';
import { type CodePurpose, type PendingCode, readPendingCode } from './pending-code.ts';

/** Read once for a step: it is forgotten a moment before the page is left. */
export function usePendingCode(purpose: CodePurpose, wanted: boolean): PendingCode | null {
  return useMemo(() => (wanted ? readPendingCode(purpose) : null), [purpose, wanted]);
}
