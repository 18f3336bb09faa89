export const earliestBirthDate = '1900-01-01';
/** The machines are built for grown bodies; gyms admit from the end of 中学校. */
export const youngestAge = 15;

export type BirthDateRefusal = 'no_date' | 'too_early' | 'in_future' | 'too_young';

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

const words: Readonly<Record<BirthDateRefusal, string>> = {
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
  return refusal === null || words[refusal];
}
