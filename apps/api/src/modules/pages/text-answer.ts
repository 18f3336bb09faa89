import type { FastifyReply } from 'fastify';

export function sendText(reply: FastifyReply, status: number, line: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${line}\n`);
}
