import type { Config } from '#config.ts';

export type Directives = Readonly<Record<string, readonly string[]>>;

/** For answers that are data: nothing in them may ever run or load. */
export const dataDirectives: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * For pages. Scripts come from our files only. A style element needs the nonce of its answer; style
 * attributes, which prerendered pages carry, cannot have one.
 */
export function pageDirectives(config: Pick<Config, 'publicUrl' | 'cognito'>): Directives {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...poolOrigins(config.cognito)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(config.publicUrl.protocol === 'https:' && { 'upgrade-insecure-requests': [] }),
  };
}

export function formatPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}

/** The embedded pool is on our own origin; another one is asked by the browser itself. */
function poolOrigins(cognito: Config['cognito']): string[] {
  if (cognito === null) return [];
  const userPool = new URL(cognito.issuer);
  if (cognito.identityPoolId === null || !isAmazon(userPool)) return [userPool.origin];
  const region = cognito.identityPoolId.split(':')[0] ?? '';
  const suffix = userPool.hostname.endsWith('.cn') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return [userPool.origin, `https://cognito-identity.${region}.${suffix}`];
}

export function isAmazon(issuer: URL): boolean {
  return /^cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?$/.test(issuer.hostname);
}
