export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    const separator = pair.indexOf('=');
    if (pair.slice(0, separator) === name) return decodeURIComponent(pair.slice(separator + 1));
  }
  return null;
}
