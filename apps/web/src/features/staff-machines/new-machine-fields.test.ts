import { expect, test } from 'vitest';
import { findErrors, readValues } from '#ui/forms/use-form.ts';
import { newMachineFields, readNewMachine } from './new-machine-fields.ts';

const empty = { gymId: '1', workoutTypeId: '11', minLoad: '', maxLoad: '', loadStep: '' };

function read(changes: Partial<typeof empty>) {
  const typed = { ...empty, ...changes };
  return readValues(newMachineFields, (name) => typed[name]);
}

test('loads that are left empty are those of the type', () => {
  expect(findErrors(newMachineFields, read({}))).toEqual({});
  expect(readNewMachine(read({}))).toEqual({ gymId: 1, workoutTypeId: 11 });
});

test('loads are taken as they are typed on Japanese keyboards', () => {
  const values = read({ minLoad: '２．５ｋｇ', maxLoad: ' 250 ', loadStep: '2.5kg' });
  expect(findErrors(newMachineFields, values)).toEqual({});
  expect(readNewMachine(values)).toMatchObject({ minLoad: 2.5, maxLoad: 250, loadStep: 2.5 });
});

test('what cannot be is told at its field', () => {
  const errors = (changes: Partial<typeof empty>) =>
    Object.keys(findErrors(newMachineFields, read(changes)));
  expect(errors({ gymId: '', workoutTypeId: '' })).toEqual(['gymId', 'workoutTypeId']);
  expect(errors({ minLoad: '重い' })).toEqual(['minLoad']);
  expect(errors({ loadStep: '0' })).toEqual(['loadStep']);
  expect(errors({ loadStep: '2.55' })).toEqual(['loadStep']);
  expect(errors({ minLoad: '50', maxLoad: '40' })).toEqual(['maxLoad']);
  // Against the usual 10 kg of a leg press.
  expect(errors({ maxLoad: '5' })).toEqual(['maxLoad']);
});
