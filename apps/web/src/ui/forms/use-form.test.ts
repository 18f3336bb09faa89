import { describe, expect, it } from 'vitest';
import { findErrors, findFieldError, type FormSpec, readValues } from './use-form.ts';

const spec: FormSpec<'name' | 'again'> = {
  name: {
    clean: (text) => text.trim(),
    rules: [
      (value) => value !== '' || 'required',
      (value) => value.length > 2 || 'too short',
      (value) => value !== 'no' || 'never reached',
    ],
  },
  again: { rules: [(value, { name }) => value === name || 'different'] },
};

describe('form rules', () => {
  it('cleans values before validation', () => {
    const values = readValues(spec, () => ' anna ');
    expect(values).toEqual({ name: 'anna', again: ' anna ' });
    expect(findErrors(spec, values)).toEqual({ again: 'different' });
  });

  // spec 5.29
  it('shows the first error of a field', () => {
    const errorOf = (name: string) => findFieldError(spec, { name, again: '' }, 'name');
    expect(errorOf('')).toBe('required');
    expect(errorOf('no')).toBe('too short');
  });

  it('finds no error in a valid form', () => {
    expect(findErrors(spec, { name: 'anna', again: 'anna' })).toEqual({});
  });
});
