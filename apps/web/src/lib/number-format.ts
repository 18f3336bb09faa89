/*
 * Numbers are formatted by hand, like dates: the first use of the browser's formatters blocks a
 * slow phone for 80 ms, in which nothing is drawn and no tap is handled.
 */

/** Formats `1234567` as `1,234,567`. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats a number with a fixed number of decimals: `1,234.50`. */
export function formatFixed(value: number, digits: number): string {
  const scale = 10 ** digits;
  const rounded = Math.round(Math.abs(value) * scale);
  const sign = value < 0 && rounded > 0 ? '-' : '';
  const whole = formatCount(Math.floor(rounded / scale));
  return `${sign}${whole}.${String(rounded % scale).padStart(digits, '0')}`;
}

/** Formats `60` as `60.0`, for numbers in a column. */
export function formatKgInColumn(kg: number): string {
  return formatFixed(kg, 1);
}

/** Formats `2430` as `2,430` and `72.5` as `72.5`, for a single number. */
export function formatKg(kg: number): string {
  return formatFixed(kg, 1).replace(/\.0$/, '');
}

/** Subtracts loads and rounds to tenths, to remove the error of binary fractions. */
export function subtractKg(kg: number, before: number): number {
  return Math.round((kg - before) * 10) / 10;
}

/** Formats a change with its sign, such as `+2.5`, or returns `null` when there is none. */
export function formatKgChange(kg: number, before: number): string | null {
  const change = subtractKg(kg, before);
  if (change === 0) return null;
  return `${change > 0 ? '+' : '−'}${formatKg(Math.abs(change))}`;
}

/** Formats a price as `¥8,800`, with the sign that is as wide as a digit in every font. */
export function formatYen(price: number): string {
  return `¥${formatCount(price)}`;
}
