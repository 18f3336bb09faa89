export interface RouteTable {
  add(method: string, url: string): void;
  /** Below it only its own routes count, not a wildcard that covers the whole site. */
  reserve(prefix: string): void;
  allowedMethods(path: string): string[];
}

/** Which methods a path has: the router knows only whether one of them fits. */
export function createRouteTable(): RouteTable {
  const routes: { method: string; url: string }[] = [];
  const reserved = new Set<string>();
  return {
    add: (method, url) => void routes.push({ method, url }),
    reserve: (prefix) => void reserved.add(prefix),
    allowedMethods(path) {
      const home = [...reserved].find((prefix) => isWithin(prefix, path)) ?? '';
      const fitting = routes.filter(({ url }) => isWithin(home, url) && fits(url, path));
      return [...new Set(fitting.map(({ method }) => method))].toSorted();
    },
  };
}

function isWithin(prefix: string, path: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`);
}

function fits(url: string, path: string): boolean {
  if (url.endsWith('/*')) return path.startsWith(url.slice(0, -1));
  const pattern = url.split('/');
  const parts = path.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  );
}
