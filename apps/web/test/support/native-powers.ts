/** Code that replaces `modPow` in the file of Amplify's big integers. */
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
 * Replaces the arithmetic of Amplify, which proves a password with numbers of 3072 bits and without
 * BigInt. That takes half a second for each sign-in. These tests do not check the proof, so BigInt
 * computes it. The journeys use Amplify's own, which the user pool checks there.
 */
export const nativePowers = {
  name: 'native-powers',
  transform(code: string, id: string): string | null {
    return id.endsWith('/srp/BigInteger/BigInteger.mjs') ? code + nativePower : null;
  },
};
