import { expect, test } from 'vitest';
import { readMachinesCommand } from './machines-arguments.ts';

const read = (line: string) => readMachinesCommand(line.split(' ').filter((word) => word !== ''));

test.each([
  ['add --gym 1 --type 16', { name: 'add', gymId: 1, workoutTypeId: 16 }],
  [
    'add --type 2 --gym 1 --min 2.5 --max 80 --step 0.5',
    { name: 'add', gymId: 1, workoutTypeId: 2, minLoad: 2.5, maxLoad: 80, loadStep: 0.5 },
  ],
  ['list', { name: 'list' }],
  ['renew 12', { name: 'renew', id: 12 }],
  ['retire 12', { name: 'retire', id: 12 }],
  ['door 2', { name: 'door', id: 2, renew: false }],
  ['door 2 --renew', { name: 'door', id: 2, renew: true }],
  ['mosquitto --out a/b', { name: 'mosquitto', out: 'a/b' }],
])('%s', (line, command) => {
  expect(read(line)).toEqual(command);
});

test.each([
  ['', /^$/],
  ['remove 1', /unknown command: remove/],
  ['add --gym 1', /--type/],
  ['add --gym x --type 1', /--gym/],
  ['add --gym 0 --type 1', /--gym/],
  ['add --gym 1 --type 1 --min 1.25', /--min/],
  ['add --gym 1 --type 1 --max -3', /max/],
  ['add --gym 1 --type 1 --colour red', /colour/],
  ['list all', /too many words/],
  ['renew', /renew <id>/],
  ['retire 1 2', /too many words/],
  ['door', /door <id>/],
  ['retire 1 --renew', /--renew is for door/],
  ['door 0', /door <id>/],
  ['door 1 2', /too many words/],
  ['mosquitto', /--out/],
])('%j is refused', (line, reason) => {
  expect(() => read(line)).toThrow(reason);
});
