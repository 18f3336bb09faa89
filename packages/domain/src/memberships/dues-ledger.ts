/** Kinds of entries in the ledger of the dues. */
export const duesEntryKinds = ['charge', 'payment', 'failed', 'correction', 'refund'] as const;
export type DuesEntryKind = (typeof duesEntryKinds)[number];
