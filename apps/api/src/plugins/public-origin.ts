import type { FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';

/**
 * The origin members type. Never the Host of a request, which is whatever a client writes. With
 * PORT=0 and no PUBLIC_URL the port is known only once we listen.
 */
export function findPublicOrigin(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  app: Pick<FastifyInstance, 'addresses'>,
): URL {
  const origin = new URL(publicUrl.origin);
  if (origin.port === '0') origin.port = String(app.addresses()[0]?.port ?? 0);
  return origin;
}
