import type { DemoPerson } from './demo-person.ts';
import type { Random } from '#random.ts';
import { families, given, readings } from './names.json';

/** Picks the name on the identity card, which staff see and other members never do. */
export function pickRealName({ sex }: Pick<DemoPerson, 'sex'>, random: Random): string {
  const known = sex === 'male' || sex === 'female' ? sex : random.pick(['male', 'female'] as const);
  return `${random.pick(families.split(' '))} ${random.pick(given[known].split(' '))}`;
}

const readingOf = new Map(
  [
    [families, readings.families],
    [given.male, readings.male],
    [given.female, readings.female],
    // The demo member and the one without an account have names of their own.
    ['春樹 早苗', 'ハルキ サナエ'],
  ].flatMap(([names = '', kana = '']) => {
    const read = kana.split(' ');
    return names.split(' ').map((name, index) => [name, read[index] ?? ''] as const);
  }),
);

/** Returns the フリガナ of a picked name. */
export function readRealName(name: string): string {
  return name
    .split(' ')
    .map((part) => readingOf.get(part) ?? '')
    .join(' ');
}
