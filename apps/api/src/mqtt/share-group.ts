import { createHash } from 'node:crypto';

/**
 * The group under which the nodes share messages. A broker may let any client into a group by
 * its name, and a client that may not read takes messages all the same, to drop them. So the
 * name is one that only who has the broker's password knows.
 */
export function shareGroup(mqttUrl: string): string {
  const { username, password } = new URL(mqttUrl);
  if (password === '') return 'tanren';
  const digest = createHash('sha256').update(`share group ${username} ${password}`).digest('hex');
  return `tanren-${digest.slice(0, 32)}`;
}
