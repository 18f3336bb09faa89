import { clientId, startIssuer, userPoolId } from './session.ts';
import { startServer } from './server.ts';

/** One server for all browser tests, with a pool whose tokens the tests can sign. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const issuer = await startIssuer();
  const settings = {
    COGNITO_USER_POOL_ID: userPoolId,
    COGNITO_CLIENT_ID: clientId,
    COGNITO_ISSUER: issuer.issuer,
  };
  const server = await startServer(settings);
  process.env['BASE_URL'] = server.url;
  process.env['ISSUER'] = issuer.issuer;
  process.env['ISSUER_KEY'] = issuer.privateKey;
  process.env['SERVER_SETTINGS'] = JSON.stringify(settings);
  return async () => {
    await server.stop();
    issuer.stop();
  };
}
