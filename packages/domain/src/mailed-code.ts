/** Of the codes that our own pool mails. Amazon's pool, which can stand in its place, mails six. */
export const mailedCodeLength = 8;

/** NFKC leaves these alone, and Japanese keyboards offer them where a hyphen is meant. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fc\u2500\u2501\u200b-\u200d\u2060]/g;

/** Blanks and hyphens come along when a code is pasted, full-width digits when it is typed. */
export function cleanCode(text: string): string {
  return text.normalize('NFKC').replace(separators, '');
}

/** Of either pool. */
export function isMailedCode(code: string): boolean {
  return /^\d{6,8}$/.test(code);
}

/** As it is read: two groups of four. */
export function formatMailedCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}
