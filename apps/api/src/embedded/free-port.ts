import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a port that was free a moment ago. Another program may take it before the caller does.
 */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
