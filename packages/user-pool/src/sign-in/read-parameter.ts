import { refuseParameter } from '#pool-error.ts';

export type ChallengeResponses = Readonly<Record<string, string>>;

export function readParameter(parameters: ChallengeResponses, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === '') {
    throw refuseParameter(`Missing required parameter ${name}`);
  }
  return value;
}

export function readName(parameters: ChallengeResponses): string {
  return readShort(parameters, 'USERNAME', 254);
}

/** Longer than any password may be: not worth hashing. */
export function readSecret(parameters: ChallengeResponses, name: string): string {
  return readShort(parameters, name, 256);
}

function readShort(parameters: ChallengeResponses, name: string, longest: number): string {
  const value = readParameter(parameters, name);
  if (value.length > longest) throw refuseParameter(`${name} is too long`);
  return value;
}
