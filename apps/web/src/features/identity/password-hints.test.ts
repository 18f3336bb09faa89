import { refusePassword } from '@tanren/domain/password';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listPasswordHints } from './password-hints.ts';

const told = ['not_half_width', 'too_short', 'no_letter', 'no_digit'];

it('all hints are met exactly when the rule finds none of the faults they tell', () => {
  const character = fc.constantFrom('a', 'Z', '5', '0', '-', 'あ', 'ａ', '５');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 14 }), (password) => {
      const refusal = refusePassword(password);
      const met = listPasswordHints(password).every((hint) => hint.met);
      expect(met).toBe(refusal === null || !told.includes(refusal));
    }),
  );
});

it('an empty field has met nothing', () => {
  expect(listPasswordHints('').some(({ met }) => met)).toBe(false);
});
