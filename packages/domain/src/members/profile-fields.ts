import { countCharacters } from '#text.ts';

export const nicknameMaxLength = 20;
/** Maximum number of code points in 20 characters. The longest emoji have ten code points. */
const maxCodePoints = 8 * nicknameMaxLength;

type NicknameError = 'empty' | 'too_long' | 'unreadable';

/**
 * Normalizes a typed nickname by NFKC, because rankings show it beside others. Full-width letters
 * and half-width kana must not make a different name, and every device must count the same length.
 */
export function normalizeNickname(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** Returns why a normalized nickname is rejected. */
export function validateNickname(nickname: string): NicknameError | null {
  if (nickname === '') return 'empty';
  if (!isReadable(nickname)) return 'unreadable';
  if (Array.from(nickname).length > maxCodePoints) return 'too_long';
  return countCharacters(nickname) > nicknameMaxLength ? 'too_long' : null;
}

const joinedEmoji = /\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * Control characters, lone surrogates, private use characters, and characters that reverse or hide
 * the text around them.
 */
const disturbing = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Combining marks that cover neighbouring rows, or that attach to the text before the name. */
const strayMarks = /^\p{M}|\p{M}{4}/u;

function isReadable(nickname: string): boolean {
  // These characters are invisible but needed: one joins emoji, the other selects variants of kanji
  // (辻󠄀).
  const plain = nickname.replace(joinedEmoji, '').replace(/\p{Variation_Selector}/gu, '');
  // The empty braille pattern counts as a symbol in Unicode but shows nothing.
  const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain.replaceAll('\u2800', ''));
  return visible && !disturbing.test(plain) && !strayMarks.test(nickname);
}

const words: Readonly<Record<NicknameError, string>> = {
  empty: 'ニックネームを入力してください',
  too_long: `ニックネームは${nicknameMaxLength}文字以内で入力してください`,
  unreadable: 'ニックネームに使えない文字が含まれています',
};

/** Checks a nickname as typed. Returns `true` or the message for the form. */
export function checkNickname(text: string): true | string {
  const rejection = validateNickname(normalizeNickname(text));
  return rejection === null || words[rejection];
}

/** Height in cm and weight in kg. Both are stored with one decimal. */
export const heightRange = { min: 100, max: 250 } as const;
export const weightRange = { min: 20, max: 300 } as const;

type Range = Readonly<{ min: number; max: number }>;

type MeasureError = 'out_of_range' | 'too_precise';

export function validateHeight(cm: number): MeasureError | null {
  return validateMeasure(cm, heightRange);
}

export function validateWeight(kg: number): MeasureError | null {
  return validateMeasure(kg, weightRange);
}

function validateMeasure(value: number, { min, max }: Range): MeasureError | null {
  // The condition also rejects NaN.
  if (!(value >= min && value <= max)) return 'out_of_range';
  return Math.round(value * 10) / 10 === value ? null : 'too_precise';
}

const centimetres = /(?:cm|センチ(?:メートル)?)$/;
const kilograms = /(?:kg|キロ(?:グラム)?)$/;

/** Parses a height such as `１７０．５ｃｍ`. Returns `null` when it is not a number. */
export function parseHeight(text: string): number | null {
  return parseMeasure(text, centimetres);
}

export function parseWeight(text: string): number | null {
  return parseMeasure(text, kilograms);
}

/**
 * Parses a number. Japanese keyboards type 。 or 、 for the decimal point and ー for the minus sign.
 */
function parseMeasure(text: string, unit: RegExp): number | null {
  const plain = text.normalize('NFKC').replace(/\s/g, '').toLowerCase().replace(unit, '');
  const parts = /^([+\-‐‑–−ー]?)(\d{1,6})(?:[.,。、・](\d{0,6}))?$/.exec(plain);
  if (parts === null) return null;
  const [, sign = '', whole = '', decimals = ''] = parts;
  const value = Number(`${whole}.${decimals}`);
  return sign === '' || sign === '+' ? value : -value;
}

/** Checks a height as typed. Returns `true` or the message for the form. */
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
  const rejection = validateMeasure(value, range);
  if (rejection === null) return true;
  return rejection === 'too_precise'
    ? `${name}は小数点以下1桁までで入力してください`
    : `${name}は${range.min}〜${range.max}${unit}の範囲で入力してください`;
}

const earliestBirthDate = '1900-01-01';
/** Minimum age. The machines are built for adult bodies, and gyms accept members after 中学校. */
const youngestAge = 15;

type BirthDateError = 'no_date' | 'too_early' | 'in_future' | 'too_young';

/** Returns the latest birth date that is old enough. `today` is the gym day (`YYYY-MM-DD`). */
export function latestBirthDate(today: string): string {
  const year = Number(today.slice(0, 4)) - youngestAge;
  const date = `${year}${today.slice(4)}`;
  // Today may be 29 February while the year of birth has no such day.
  return isRealDate(date) ? date : `${year}-02-28`;
}

/** Returns why a birth date (`YYYY-MM-DD`) is rejected. Dates in this form compare as text. */
export function validateBirthDate(date: string, today: string): BirthDateError | null {
  if (!isRealDate(date)) return 'no_date';
  if (date < earliestBirthDate) return 'too_early';
  if (date > today) return 'in_future';
  return date > latestBirthDate(today) ? 'too_young' : null;
}

function isRealDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  // Date.parse reads 30 February as 1 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/**
 * Parses `１９９０年４月１日`, `1990/4/1` or `19900401` to `YYYY-MM-DD`, which may not be a real day.
 * Returns `null` when the text does not look like a date.
 */
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

const birthDateWords: Readonly<Record<BirthDateError, string>> = {
  no_date: '生年月日は実在する日付で入力してください',
  too_early: '生年月日は1900年以降の日付で入力してください',
  in_future: '生年月日に未来の日付は入力できません',
  too_young: `ご利用いただけるのは${youngestAge}歳以上の方です`,
};

/** Checks a birth date as typed, which is optional. Returns `true` or the message for the form. */
export function checkBirthDate(text: string, today: string): true | string {
  if (text.trim() === '') return true;
  const date = parseBirthDate(text);
  if (date === null) return '生年月日は「1990年4月1日」のように入力してください';
  const rejection = validateBirthDate(date, today);
  return rejection === null || birthDateWords[rejection];
}

/** Returns the age in full years on a day. Both dates are `YYYY-MM-DD`. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  // A member born on 29 February has their birthday on 1 March in years without that day.
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
