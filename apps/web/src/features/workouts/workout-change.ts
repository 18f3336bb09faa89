import { formatKg, subtractKg } from '#lib/number-format.ts';

/** `前回より 2.5kg アップ`, in words as well as with a sign: the eye finds the one, the ear the other. */
export function describeChange(kg: number, before: number): { sign: string; words: string } {
  const change = subtractKg(kg, before);
  if (change === 0) return { sign: '±0', words: '前回と同じ' };
  return change > 0
    ? { sign: `+${formatKg(change)}`, words: '前回よりアップ' }
    : { sign: `−${formatKg(-change)}`, words: '前回よりダウン' };
}
