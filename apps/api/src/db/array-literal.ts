export type ArrayElement = string | number | boolean | Date | null;

/**
 * A list as PostgreSQL reads arrays. `pg` writes them too, but takes every element through
 * several functions and two regular expressions: with thousands of them that is felt.
 */
export function arrayLiteral(elements: readonly ArrayElement[]): string {
  let text = '{';
  for (const element of elements) {
    if (text.length > 1) text += ',';
    text += writeElement(element);
  }
  return `${text}}`;
}

/** Ids, mostly. Beyond these anything may need quotes: signs, spaces, the word NULL. */
const plain = /^[\da-f-]{5,}$/;

function writeElement(element: ArrayElement): string {
  if (element === null) return 'NULL';
  if (element instanceof Date) return element.toISOString();
  if (typeof element !== 'string') return String(element);
  if (plain.test(element)) return element;
  return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
