/**
 * A path such as `/%` cannot be decoded, and the router would answer with a problem before any
 * route is asked. Whoever opens one in a browser gets the app, which says that there is no such
 * page; calls get the problem.
 */
export function repairPath(url: string): string {
  const [path = '/'] = url.split('?', 1);
  if (/^\/(?:api|cognito)(?:\/|$)/.test(path) || isDecodable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    // The bundler drops a call whose result nobody uses, although this one may throw.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
