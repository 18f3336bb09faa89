import fc from 'fast-check';

/** Every plane of Unicode, and the first characters of it as often as all the others of one. */
const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0x10000, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

/**
 * What fast-check calls the unit `binary`: any characters but halves of them. Its own takes two
 * seconds of every process that asks for it.
 */
export function anyText(limits: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...limits, unit: anyCharacter });
}
