export function replaceDatabase(url: string, database: string): string {
  const replaced = new URL(url);
  replaced.pathname = `/${database}`;
  return replaced.href;
}
