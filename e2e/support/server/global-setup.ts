import type { FullConfig } from '@playwright/test';
import { clientId, startIssuer, userPoolId } from '#support/identity/auth-session.ts';
import { startServer } from './server.ts';

/**
 * Starts one server for all browser tests, with a pool whose tokens the tests can sign, and one
 * with the embedded pool for each worker. They start at the same time, because a start is mostly
 * waiting.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const issuer = await startIssuer();
  const settings = {
    COGNITO_USER_POOL_ID: userPoolId,
    COGNITO_CLIENT_ID: clientId,
    COGNITO_ISSUER: issuer.issuer,
  };
  const [server, ...embedded] = await Promise.all([
    startServer(settings),
    ...Array.from({ length: workers }, () => startServer({})),
  ]);
  process.env['BASE_URL'] = server.url;
  process.env['EMBEDDED_SERVERS'] = JSON.stringify(
    embedded.map(({ url, brokerUrl, dataDir }) => ({ url, brokerUrl, dataDir })),
  );
  process.env['ISSUER'] = issuer.issuer;
  process.env['ISSUER_KEY'] = issuer.privateKey;
  process.env['SERVER_SETTINGS'] = JSON.stringify(settings);
  return async () => {
    await Promise.all([server, ...embedded].map((running) => running.stop()));
    issuer.stop();
  };
}
