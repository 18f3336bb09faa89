/** Why the next load is what it is. */
export const nextLoadReasons = ['raise', 'keep', 'lower', 'stalled', 'after-break'] as const;
export type NextLoadReason = (typeof nextLoadReasons)[number];
