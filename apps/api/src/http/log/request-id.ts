import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Form of an id that is long enough to be unique and harmless in a log or a header. */
const sanePattern = /^[\w.:-]{8,64}$/;

/**
 * Accepts the request id of a proxy or of a developer, so that its lines can be found in the logs
 * of both. The id has no other use: two requests with the same id do no harm.
 */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sanePattern.test(given) ? given : makeRequestId();
}

/**
 * Makes an id such as `4829-0377-5612`. Members read it to staff from the error screen, so it has
 * digits only, in groups of four.
 */
export function makeRequestId(): string {
  const digits = String(randomInt(1e12)).padStart(12, '0');
  return digits.replaceAll(/\d{4}(?=\d)/g, '$&-');
}
