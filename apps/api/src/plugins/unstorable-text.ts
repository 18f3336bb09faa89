import type { ProblemField } from '@tanren/contract/problem';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';

/**
 * PostgreSQL's text cannot hold the character NUL, and no text of a member contains it.
 * Refused here once, because every schema that forgot it would be a 500.
 */
export const unstorableText = fp(async (app) => {
  app.addHook('preValidation', async (request) => {
    const fields = findNul(request);
    if (fields.length > 0) throw new AppError('invalid_request', { fields });
  });
});

function findNul({ body, query, params }: FastifyRequest): ProblemField[] {
  const parts = { body, querystring: query, params };
  return (['params', 'querystring', 'body'] as const)
    .filter((part) => holdsNul(parts[part]))
    .map((part) => ({ path: '', in: part, message: 'must not contain the character NUL' }));
}

/** With a list of its own: a body of 30,000 nested brackets would exhaust the call stack. */
function holdsNul(root: unknown): boolean {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
  }
  return false;
}
