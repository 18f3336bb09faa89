/** Ranges of the numbers of a plan. The price is in yen, the tax rate in percent. */
export const planRanges = {
  price: { min: 0, max: 10_000_000 },
  taxRate: { min: 0, max: 100 },
  visitsPerMonth: { min: 1, max: 1000 },
} as const;
