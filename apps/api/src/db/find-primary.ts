import { errorCode } from '#http/error-code.ts';
import { DatabaseClient, prepareSession } from './database-client.ts';

/** Thrown when no server takes writes. The code is that of the first server's failure. */
class NoPrimaryError extends Error {
  readonly code: string | undefined;

  constructor(failures: readonly unknown[]) {
    super(`none of ${failures.length} database servers takes writes`, { cause: failures[0] });
    this.name = 'NoPrimaryError';
    this.code = errorCode(failures[0]);
  }
}

/**
 * Returns the first server in the list that takes writes. All servers are tried at the same time,
 * so that a silent one costs its timeout only once. The answer of an earlier server is always
 * awaited, so that all nodes choose the same server while two of them claim to be the primary.
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
  const client = new DatabaseClient({
    connectionString: server,
    application_name: 'tanren',
    connectionTimeoutMillis: timeoutMs,
    silenceMs: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await prepareSession(client);
  } finally {
    void client.end();
  }
}
