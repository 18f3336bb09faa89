import type { MembershipTerms } from '@tanren/domain/memberships/memberships';

/** Plans per month of the tests, by id. */
export type Prices = ReadonlyMap<number, number>;

/** One line of a list that a person could keep on paper. */
interface PlainLine {
  readonly month: string;
  readonly amount: number;
  readonly isFailure: boolean;
}

/**
 * Dues of one membership as a plain list of lines, by which the ledger of the server is judged. The
 * price of a month is that of the first day with a plan.
 */
export class PlainDues {
  readonly lines: PlainLine[] = [];
  readonly #charged = new Set<string>();
  readonly prices: Prices;

  constructor(prices: Prices) {
    this.prices = prices;
  }

  priceOf(terms: MembershipTerms, month: string): number {
    for (let date = 1; date <= 31; date += 1) {
      const day = `${month}-${String(date).padStart(2, '0')}`;
      const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === date;
      const term = terms.find((one) => one.fromDay <= day && (one.lastDay ?? day) >= day);
      if (exists && term?.paused === false) return this.prices.get(term.planId) ?? 0;
    }
    return 0;
  }

  charge(terms: MembershipTerms, month: string): void {
    const price = this.priceOf(terms, month);
    if (price === 0 || this.#charged.has(month)) return;
    this.#charged.add(month);
    this.add(month, price);
  }

  add(month: string, amount: number): void {
    this.lines.push({ month, amount, isFailure: false });
  }

  fail(month: string): void {
    this.lines.push({ month, amount: 0, isFailure: true });
  }

  balance(month?: string): number {
    let sum = 0;
    for (const line of this.lines)
      if (month === undefined || line.month === month) sum += line.amount;
    return sum;
  }

  /** Whether the newest news about a month with an open amount is that the bank failed. */
  hasFailed(month: string): boolean {
    const news = this.lines.filter(
      (line) => line.month === month && (line.isFailure || line.amount < 0),
    );
    return this.balance(month) > 0 && news.at(-1)?.isFailure === true;
  }
}
