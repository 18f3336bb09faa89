import { countCharacters } from './text.ts';

const nicknameMaxLength = 20;
/** Bounds what 20 characters may consist of; the longest emoji have ten code points. */
const mostCodePoints = 8 * nicknameMaxLength;

type NicknameRefusal = 'empty' | 'too_long' | 'unreadable';

/**
 * Normalizes a typed nickname by NFKC, because it stands beside others in rankings: full-width
 * letters and half-width kana look like another name but are not, and the length must mean the same
 * on every device.
 */
export function normalizeNickname(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** Takes a normalised nickname. */
export function refuseNickname(nickname: string): NicknameRefusal | null {
  if (nickname === '') return 'empty';
  if (!isReadable(nickname)) return 'unreadable';
  if (Array.from(nickname).length > mostCodePoints) return 'too_long';
  return countCharacters(nickname) > nicknameMaxLength ? 'too_long' : null;
}

const joinedEmoji = /\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * Controls, lone surrogates, private use, and characters that turn or hide the text around them.
 */
const disturbing = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Marks pile up over the neighbouring rows, or sit on what stands before the name. */
const strayMarks = /^\p{M}|\p{M}{4}/u;

function isReadable(nickname: string): boolean {
  // Invisible but needed: emoji are joined by one, variants of kanji (辻󠄀) chosen by the other.
  const plain = nickname.replace(joinedEmoji, '').replace(/\p{Variation_Selector}/gu, '');
  // The braille pattern without a dot counts as a symbol.
  const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain.replaceAll('\u2800', ''));
  return visible && !disturbing.test(plain) && !strayMarks.test(nickname);
}

const words: Readonly<Record<NicknameRefusal, string>> = {
  empty: 'ニックネームを入力してください',
  too_long: `ニックネームは${nicknameMaxLength}文字以内で入力してください`,
  unreadable: 'ニックネームに使えない文字が含まれています',
};

/** The form's rule, for text as typed. */
export function checkNickname(text: string): true | string {
  const refusal = refuseNickname(normalizeNickname(text));
  return refusal === null || words[refusal];
}

/** Both are stored with one decimal. */
export const heightRange = { min: 100, max: 250 } as const;
export const weightRange = { min: 20, max: 300 } as const;

type Range = Readonly<{ min: number; max: number }>;

type MeasureRefusal = 'out_of_range' | 'too_precise';

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

export const earliestBirthDate = '1900-01-01';
/** The machines are built for grown bodies; gyms admit from the end of 中学校. */
const youngestAge = 15;

type BirthDateRefusal = 'no_date' | 'too_early' | 'in_future' | 'too_young';

/** The latest birth date that is old enough. `today` is the gym day (`YYYY-MM-DD`). */
export function latestBirthDate(today: string): string {
  const year = Number(today.slice(0, 4)) - youngestAge;
  const date = `${year}${today.slice(4)}`;
  // On a 29 February of a year that had none fifteen years earlier.
  return isRealDate(date) ? date : `${year}-02-28`;
}

/** Takes `YYYY-MM-DD`. Dates in this form compare as text. */
export function refuseBirthDate(date: string, today: string): BirthDateRefusal | null {
  if (!isRealDate(date)) return 'no_date';
  if (date < earliestBirthDate) return 'too_early';
  if (date > today) return 'in_future';
  return date > latestBirthDate(today) ? 'too_young' : null;
}

function isRealDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes 30 February for 1 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** `１９９０年４月１日`, `1990/4/1`, `19900401`: as `YYYY-MM-DD`, real or not; null when unlike a date. */
export function parseBirthDate(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/\s/g, '');
  const parts =
    /^(\d{4})年(\d{1,2})月(\d{1,2})日?$/.exec(plain) ??
    /^(\d{4})([-‐‑–−ー/.])(\d{1,2})\2(\d{1,2})$/.exec(plain)?.filter((_, i) => i !== 2) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (parts === null) return null;
  const [, year = '', month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const birthDateWords: Readonly<Record<BirthDateRefusal, string>> = {
  no_date: '生年月日は実在する日付で入力してください',
  too_early: '生年月日は1900年以降の日付で入力してください',
  in_future: '生年月日に未来の日付は入力できません',
  too_young: `ご利用いただけるのは${youngestAge}歳以上の方です`,
};

/** The form's rule, for text as typed; nobody has to tell. */
export function checkBirthDate(text: string, today: string): true | string {
  if (text.trim() === '') return true;
  const date = parseBirthDate(text);
  if (date === null) return '生年月日は「1990年4月1日」のように入力してください';
  const refusal = refuseBirthDate(date, today);
  return refusal === null || birthDateWords[refusal];
}

/** Full years of somebody born on a date, on another; both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  // A member born on 29 February has their birthday on 1 March in years without that day.
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
