const yen = new Intl.NumberFormat('ja-JP');

/** `¥8,800`, with the sign that is as wide as a digit everywhere. */
export function formatYen(amount: number): string {
  return `¥${yen.format(amount)}`;
}
