import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';

export const userPoolId = 'local_browser';
export const clientId = 'browser-tests';

/** A user pool reduced to what the API needs of one: an issuer with published keys. */
export async function startIssuer(): Promise<{
  issuer: string;
  privateKey: string;
  stop: () => void;
}> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = {
    ...(await exportJWK(keys.publicKey)),
    kid: 'browser-tests',
    alg: 'RS256',
    use: 'sig',
  };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    issuer: `http://127.0.0.1:${port}/${userPoolId}`,
    privateKey: await exportPKCS8(keys.privateKey),
    stop: () => {
      server.close();
    },
  };
}
