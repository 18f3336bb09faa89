/** Returns the consumption tax inside a price in whole yen, rounded down in the member's favour. */
export function includedTax(price: number, ratePercent: number): number {
  return Math.floor((price * ratePercent) / (100 + ratePercent));
}
