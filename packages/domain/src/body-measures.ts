/** Both are kept with one decimal. */
export const heightRange = { min: 100, max: 250 } as const;
export const weightRange = { min: 20, max: 300 } as const;

type Range = Readonly<{ min: number; max: number }>;

export type MeasureRefusal = 'out_of_range' | 'too_precise';

export function refuseHeight(cm: number): MeasureRefusal | null {
  return refuseMeasure(cm, heightRange);
}

export function refuseWeight(kg: number): MeasureRefusal | null {
  return refuseMeasure(kg, weightRange);
}

function refuseMeasure(value: number, { min, max }: Range): MeasureRefusal | null {
  // Also refuses NaN, which compares with nothing.
  if (!(value >= min && value <= max)) return 'out_of_range';
  return Math.round(value * 10) / 10 === value ? null : 'too_precise';
}

const centimetres = /(?:cm|センチ(?:メートル)?)$/;
const kilograms = /(?:kg|キロ(?:グラム)?)$/;

/** `１７０．５ｃｍ` is 170.5; null when it is no number. */
export function parseHeight(text: string): number | null {
  return parseMeasure(text, centimetres);
}

export function parseWeight(text: string): number | null {
  return parseMeasure(text, kilograms);
}

/** Japanese keyboards give 。 and 、 where the point is, and ー where the minus is. */
function parseMeasure(text: string, unit: RegExp): number | null {
  const plain = text.normalize('NFKC').replace(/\s/g, '').toLowerCase().replace(unit, '');
  const parts = /^([+\-‐‑–−ー]?)(\d{1,6})(?:[.,。、・](\d{0,6}))?$/.exec(plain);
  if (parts === null) return null;
  const [, sign = '', whole = '', decimals = ''] = parts;
  const value = Number(`${whole}.${decimals}`);
  return sign === '' || sign === '+' ? value : -value;
}

/** The form's rule, for text as typed. */
export function checkHeight(text: string): true | string {
  return checkMeasure(text, '身長', 'cm', heightRange, parseHeight);
}

export function checkWeight(text: string): true | string {
  return checkMeasure(text, '体重', 'kg', weightRange, parseWeight);
}

function checkMeasure(
  text: string,
  name: string,
  unit: string,
  range: Range,
  parse: (text: string) => number | null,
): true | string {
  if (text.trim() === '') return `${name}を入力してください`;
  const value = parse(text);
  if (value === null) return `${name}は数字で入力してください`;
  const refusal = refuseMeasure(value, range);
  if (refusal === null) return true;
  return refusal === 'too_precise'
    ? `${name}は小数点以下1桁までで入力してください`
    : `${name}は${range.min}〜${range.max}${unit}の範囲で入力してください`;
}
