import type { ClientConfig } from '@tanren/contract/build-manifest';

/** The server writes its settings into the page, so that one build runs against any user pool. */
export function readClientConfig(page: Document): ClientConfig {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="tanren-config"]');
  if (!meta) throw new Error('the page carries no tanren-config');
  return JSON.parse(meta.content) as ClientConfig;
}
