export type ArrayElement = string | number | boolean | Date | null;

/**
 * Formats a list as a PostgreSQL array. `pg` can do it too, but it runs several functions and two
 * regular expressions for every element, which is slow with thousands of elements.
 */
export function arrayLiteral(elements: readonly ArrayElement[]): string {
  let text = '{';
  for (const element of elements) {
    if (text.length > 1) text += ',';
    text += writeElement(element);
  }
  return `${text}}`;
}

/** Matches text that needs no quotes, which is mostly ids. Any other text is quoted. */
const plain = /^[\da-f-]{5,}$/;

function writeElement(element: ArrayElement): string {
  if (element === null) return 'NULL';
  if (element instanceof Date) return element.toISOString();
  if (typeof element !== 'string') return String(element);
  if (plain.test(element)) return element;
  return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
