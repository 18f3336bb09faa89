import type { FastifyBaseLogger } from 'fastify';

/** The logger of broker and bus, which log neither payloads nor secrets. */
export type BrokerLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
