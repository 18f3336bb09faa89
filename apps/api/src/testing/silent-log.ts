import Fastify, { type FastifyBaseLogger } from 'fastify';

/** The program's own logger, switched off. */
export const silentLog: FastifyBaseLogger = Fastify({ logger: false }).log;
