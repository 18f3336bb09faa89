import type { DemoPerson } from './demo-person.ts';
import type { Random } from '#random.ts';
import { families, given } from './names.json';

/** Picks the name on the identity card, which staff see and other members never do. */
export function pickRealName({ sex }: Pick<DemoPerson, 'sex'>, random: Random): string {
  const known = sex === 'male' || sex === 'female' ? sex : random.pick(['male', 'female'] as const);
  return `${random.pick(families.split(' '))} ${random.pick(given[known].split(' '))}`;
}
