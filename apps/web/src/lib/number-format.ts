/*
 * By hand, as dates are: the first use of the browser's own formatters takes a slow phone 80 ms, in
 * which nothing is drawn and no tap is answered.
 */

/** `1234567` → `1,234,567`. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** With so many digits behind the point, whether they are zeros or not: `1,234.50`. */
export function formatFixed(value: number, digits: number): string {
  const scale = 10 ** digits;
  const rounded = Math.round(Math.abs(value) * scale);
  const sign = value < 0 && rounded > 0 ? '-' : '';
  const whole = formatCount(Math.floor(rounded / scale));
  return `${sign}${whole}.${String(rounded % scale).padStart(digits, '0')}`;
}

/** `60` → `60.0`: for numbers below each other. */
export function formatKgInColumn(kg: number): string {
  return formatFixed(kg, 1);
}

/** `2430` → `2,430`, `72.5` → `72.5`: for a number that stands alone. */
export function formatKg(kg: number): string {
  return formatFixed(kg, 1).replace(/\.0$/, '');
}

/** Differences of tenths, without the debris of binary fractions. */
export function subtractKg(kg: number, before: number): number {
  return Math.round((kg - before) * 10) / 10;
}

/** `¥8,800`, with the sign that is as wide as a digit everywhere. */
export function formatYen(price: number): string {
  return `¥${formatCount(price)}`;
}
