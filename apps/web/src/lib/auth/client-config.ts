import type { ClientConfig } from '@tanren/contract/build-manifest';

let clientConfig: ClientConfig | null = null;

/** Stores the settings that the server has written into the page. */
export function configureAuth(config: ClientConfig): void {
  clientConfig = config;
}

export function getClientConfig(): ClientConfig {
  if (clientConfig === null) throw new Error('the user pool is not configured');
  return clientConfig;
}
