import type { FastifyServerOptions } from 'fastify';

import type { Config } from '#config.ts';
import { describeError } from './log-safety.ts';

/** Takes one finished line of JSON at a time. */
export interface LogStream {
  write(line: string): void;
}

/** Lines carry no host name or pid: whoever runs several nodes adds those while collecting. */
export function createLoggerOptions(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: LogStream | false | undefined,
): NonNullable<FastifyServerOptions['logger']> {
  if (destination === false) return false;
  return {
    level: logLevel,
    base: null,
    serializers: { err: describeError },
    ...(destination !== undefined && { stream: destination }),
  };
}
