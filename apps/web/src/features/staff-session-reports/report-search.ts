export type ReportState = 'open' | 'decided';

export interface ReportSearch {
  readonly state?: 'decided';
}

/** The open ones are what the page is for; they need no word in the address. */
export function readReportSearch({ state }: Record<string, unknown>): ReportSearch {
  return state === 'decided' ? { state } : {};
}
