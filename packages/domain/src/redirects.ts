export interface RedirectRule {
  readonly from: string;
  readonly to: string;
}

/**
 * Where a request for `path` (which may carry a query and a hash) is sent, or null.
 * A rule names one path, or with `/**` a path and everything below it; the exact rule
 * wins, then the longest. Query and hash travel along unless the target has its own.
 * Targets are fixed texts: no part of the requested path ever becomes part of one.
 */
export function findRedirect(rules: readonly RedirectRule[], path: string): string | null {
  const { pathname, search, hash } = splitPath(path);
  const wanted = withoutTrailingSlash(pathname);
  let best: RedirectRule | null = null;
  for (const rule of rules) {
    if (withoutTrailingSlash(rule.from) === wanted) return carryOver(rule.to, search, hash);
    if (covers(rule, wanted) && rule.from.length > (best?.from.length ?? 0)) best = rule;
  }
  return best === null ? null : carryOver(best.to, search, hash);
}

function covers(rule: RedirectRule, path: string): boolean {
  if (!rule.from.endsWith('/**')) return false;
  const base = rule.from.slice(0, -'/**'.length);
  return path === base || path.startsWith(`${base}/`);
}

function carryOver(target: string, search: string, hash: string): string {
  const own = splitPath(target);
  return own.pathname + (own.search || search) + (own.hash || hash);
}

function splitPath(path: string): { pathname: string; search: string; hash: string } {
  const hashAt = path.indexOf('#');
  const hash = hashAt === -1 ? '' : path.slice(hashAt);
  const rest = hashAt === -1 ? path : path.slice(0, hashAt);
  const searchAt = rest.indexOf('?');
  return searchAt === -1
    ? { pathname: rest, search: '', hash }
    : { pathname: rest.slice(0, searchAt), search: rest.slice(searchAt), hash };
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
