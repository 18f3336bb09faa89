import type { Config } from './config.ts';
import { errorCode } from '#http/error-code.ts';

/** A reason not to start that the operator can fix. `main.ts` prints its message as one line. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}

/** Converts Node's error: a one-line StartupError if the operator can fix the cause. */
export function describeListenFailure(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop the other program or set PORT`,
    EACCES: `port ${port} is reserved for root, which this program does not stay: set PORT to 1024 or above and put a proxy in front`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST`,
    ENOTFOUND: `${host} is not an address of this machine: set HOST`,
  };
  const reason = reasons[errorCode(error) ?? ''];
  if (reason !== undefined) return new StartupError(reason, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}
