/** Kinds of entries in the ledger of the dues. */
export const duesEntryKinds = ['charge', 'payment', 'failed', 'correction', 'refund'] as const;
export type DuesEntryKind = (typeof duesEntryKinds)[number];

/** Kinds of entries that staff add by hand. */
export const handEntryKinds = ['payment', 'correction', 'refund'] as const;
export type HandEntryKind = (typeof handEntryKinds)[number];

export const duesEntryNames: Readonly<Record<DuesEntryKind, string>> = {
  charge: '請求',
  payment: '入金',
  failed: '振替不能',
  correction: '訂正',
  refund: '返金',
};

/** Range of the amount of one entry in yen. It is the highest price of a plan. */
export const maxDuesAmount = 10_000_000;

/** Entry of a month, as the rules need it. Entries are only added, never changed. */
export interface DuesEntry {
  readonly kind: DuesEntryKind;
  /** Amount in yen. It is positive when the member owes more, and negative for a payment. */
  readonly amount: number;
}

/**
 * Returns the amount that the ledger stores. People write the amount of a payment without a sign. A
 * correction has the sign with which it changes what the member owes.
 */
export function toLedgerAmount(kind: HandEntryKind, amount: number): number {
  return kind === 'payment' ? 0 - amount : amount;
}

/** Returns whether staff can add this amount, as people write it. */
export function isHandAmount(kind: HandEntryKind, amount: number): boolean {
  const size = kind === 'correction' ? Math.abs(amount) : amount;
  return Number.isInteger(amount) && size >= 1 && size <= maxDuesAmount;
}

export function sumEntries(entries: readonly DuesEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * State of a month. `none`: nothing is owed. `uncharged`: the plan has a price, and the month is not
 * charged yet. `open`: charged and not paid in full. `failed`: the bank could not withdraw the
 * amount.
 */
export const duesStates = ['none', 'uncharged', 'open', 'failed', 'paid'] as const;
export type DuesState = (typeof duesStates)[number];

export interface DuesMonth {
  /** Charges with their corrections. */
  readonly charged: number;
  /** Payments without what was paid back. */
  readonly paid: number;
  /** Amount that is still owed. It is negative when the member has paid too much. */
  readonly balance: number;
  readonly state: DuesState;
}

/**
 * Sums up the entries of one month of a membership, oldest first. `due` is the amount that the plan
 * asks for.
 */
export function describeDuesMonth(entries: readonly DuesEntry[], due: number): DuesMonth {
  const sumOf = (...kinds: readonly DuesEntryKind[]) =>
    sumEntries(entries.filter(({ kind }) => kinds.includes(kind)));
  const charged = sumOf('charge', 'correction');
  // A zero has no sign.
  const paid = 0 - sumOf('payment', 'refund');
  const balance = sumEntries(entries);
  return { charged, paid, balance, state: findState(entries, { charged, paid, balance, due }) };
}

function findState(
  entries: readonly DuesEntry[],
  { charged, paid, balance, due }: Omit<DuesMonth, 'state'> & { readonly due: number },
): DuesState {
  if (balance > 0) {
    const last = entries.findLast(({ kind }) => kind === 'failed' || kind === 'payment');
    return last?.kind === 'failed' ? 'failed' : 'open';
  }
  const isCharged = entries.some(({ kind }) => kind === 'charge');
  if (!isCharged && due > 0) return 'uncharged';
  return charged === 0 && paid === 0 ? 'none' : 'paid';
}

/**
 * Returns whether staff and the member are told about an open month. A gym charges a month while it
 * goes on, and the bank withdraws weeks later, so an open month counts only once it is over.
 */
export function isOverdue(state: DuesState, month: string, today: string): boolean {
  return state === 'failed' || (state === 'open' && month < today.slice(0, 7));
}
