import fc from 'fast-check';

/**
 * Characters of all Unicode planes. ASCII, the rest of the first plane and the higher planes are
 * chosen equally often.
 */
const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0x10000, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

/**
 * Generates any text without lone surrogates, like fast-check's unit `binary`. That unit takes two
 * seconds in every process that uses it.
 */
export function anyText(limits: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...limits, unit: anyCharacter });
}
