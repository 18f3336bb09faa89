/** The consumption tax inside a price, in whole yen; what is left over is the member's gain. */
export function includedTax(price: number, ratePercent: number): number {
  return Math.floor((price * ratePercent) / (100 + ratePercent));
}
