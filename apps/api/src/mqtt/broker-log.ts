import type { FastifyBaseLogger } from 'fastify';

/** Where broker and bus write; never a payload, never a secret. */
export type BrokerLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
