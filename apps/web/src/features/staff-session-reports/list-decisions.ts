import type { ReportDecision, StaffReport } from '@tanren/contract/staff-session-reports';

/** What is left to do about a report, whether it is open or decided. */
export function listDecisions({
  session,
  decision,
}: Pick<StaffReport, 'session' | 'decision'>): ReportDecision[] {
  const isOpen = decision === null;
  // Deleted since: nothing to hide any more.
  if (session === null) return isOpen ? ['dismiss'] : [];
  if (session.hidden) return isOpen ? ['restore', 'hide'] : ['restore'];
  return isOpen ? ['dismiss', 'hide'] : ['hide'];
}
