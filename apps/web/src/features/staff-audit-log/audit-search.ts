export interface AuditSearch {
  /** Looked at by the page: one that does not exist narrows nothing. */
  readonly action?: string;
}

export function readAuditSearch({ action }: Record<string, unknown>): AuditSearch {
  return typeof action === 'string' ? { action } : {};
}
