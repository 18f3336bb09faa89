const amount = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 });
const column = new Intl.NumberFormat('ja-JP', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** `2430` → `2,430`, `72.5` → `72.5`: for a number that stands alone. */
export function formatKg(kg: number): string {
  return amount.format(kg);
}

/** `60` → `60.0`: for numbers below each other. */
export function formatKgInColumn(kg: number): string {
  return column.format(kg);
}

/** Differences of tenths, without the debris of binary fractions. */
export function subtractKg(kg: number, before: number): number {
  return Math.round((kg - before) * 10) / 10;
}

const yen = new Intl.NumberFormat('ja-JP');

/** `¥8,800`, with the sign that is as wide as a digit everywhere. */
export function formatYen(price: number): string {
  return `¥${yen.format(price)}`;
}
