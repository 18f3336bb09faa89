import { errorCode } from '#error-code.ts';
import { BoundedClient, refuseReadOnly } from './bounded-client.ts';

/** None of the servers can be written to; the code is that of the first one's failure. */
class NoPrimaryError extends Error {
  readonly code: string | undefined;

  constructor(failures: readonly unknown[]) {
    super(`none of ${failures.length} database servers takes writes`, { cause: failures[0] });
    this.name = 'NoPrimaryError';
    this.code = errorCode(failures[0]);
  }
}

/**
 * The first of the servers, in their order, that takes writes. All are asked at once, so that one that
 * is silent costs its time only once; but an earlier one is waited for, so that nodes agree while two
 * servers believe to be the primary.
 */
export async function findPrimary(servers: readonly string[], timeoutMs: number): Promise<string> {
  const answers = servers.map((server) =>
    tryServer(server, timeoutMs).then(
      () => null,
      (error: unknown) => ({ error }),
    ),
  );
  const failures: unknown[] = [];
  for (const [index, server] of servers.entries()) {
    const failure = await answers[index];
    if (failure === null) return server;
    failures.push(failure?.error);
  }
  throw servers.length === 1 ? failures[0] : new NoPrimaryError(failures);
}

async function tryServer(server: string, timeoutMs: number): Promise<void> {
  const client = new BoundedClient({
    connectionString: server,
    application_name: 'tanren',
    connectionTimeoutMillis: timeoutMs,
    silenceMs: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseReadOnly(client);
  } finally {
    void client.end();
  }
}
