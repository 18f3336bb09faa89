/** ASCII control characters: browsers drop tab and newline from URLs, which turns `/\t/evil` into `//evil`. */
function hasControlCharacter(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

function decodeOnce(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function isPathOfThisApp(value: string): boolean {
  return (
    value.startsWith('/') &&
    !value.startsWith('//') &&
    // A backslash is a slash to a browser, wherever it stands before the query.
    !value.includes('\\') &&
    !hasControlCharacter(value)
  );
}

const longestNext = 2000;
const deepestEncoding = 3;

/**
 * Where a guard may send someone afterwards: a path of this app, or null.
 * The value may be decoded once more on its way (a login page, a proxy), so every decoding of it
 * must be a path of this app as well.
 */
export function readNextPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestNext) return null;
  let form = value;
  for (let depth = 0; depth <= deepestEncoding; depth += 1) {
    // Only the path can change the origin; a query may hold any encoded text.
    const path = form.split(/[?#]/, 1)[0] ?? '';
    if (!isPathOfThisApp(path) || hasControlCharacter(form)) return null;
    const decoded = decodeOnce(path);
    if (decoded === null) return null;
    if (decoded === path) return value;
    form = decoded;
  }
  return null;
}
