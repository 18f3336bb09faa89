/** As phones and Japanese keyboards write it, with commas; null for what is none, or outside. */
export function readWholeNumber(text: string, min: number, max: number): number | null {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '');
  if (!/^\d{1,9}$/.test(plain)) return null;
  const number = Number(plain);
  return number >= min && number <= max ? number : null;
}
