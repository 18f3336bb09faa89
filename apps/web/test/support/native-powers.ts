/** Takes the place of `modPow` of Amplify's own big integers, in their file. */
const nativePower = `
BigInteger.prototype.modPow = function (exponent, modulus, callback) {
  const read = (number) => {
    const value = BigInt('0x' + number.abs().toString(16));
    return number.s < 0 ? -value : value;
  };
  const n = read(modulus);
  const base = ((read(this) % n) + n) % n;
  let power = 1n;
  for (const bit of read(exponent).toString(2)) {
    power = (power * power) % n;
    if (bit === '1') power = (power * base) % n;
  }
  const result = new BigInteger(power.toString(16), 16);
  if (callback) callback(null, result);
  return result;
};
`;

/**
 * Amplify proves a password by numbers of 3072 bits, without BigInt: half a second of computing for
 * each sign-in. Nobody looks at the proof here, so the browser's own arithmetic makes it; that of
 * Amplify is in the journeys, where the user pool checks it.
 */
export const nativePowers = {
  name: 'native-powers',
  transform(code: string, id: string): string | null {
    return id.endsWith('/srp/BigInteger/BigInteger.mjs') ? code + nativePower : null;
  },
};
