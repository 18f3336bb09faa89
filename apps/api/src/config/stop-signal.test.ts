import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { waitForStop } from './stop-signal.ts';

function createProcess() {
  let time = 0;
  const exits: number[] = [];
  const source = Object.assign(new EventEmitter(), {
    exit: (code: number) => {
      exits.push(code);
      return undefined as never;
    },
  });
  const stop = waitForStop(source, () => time);
  const send = (signal: string, atMs: number) => {
    time = atMs;
    source.emit(signal);
  };
  return { stop, send, exits };
}

test('the first signal asks for an orderly stop', async () => {
  const { stop, send, exits } = createProcess();
  expect(stop.requested()).toBe(false);
  send('SIGTERM', 0);
  expect(stop.requested()).toBe(true);
  await expect(stop.promise).resolves.toBe('SIGTERM');
  expect(exits).toEqual([]);
});

test('a Ctrl-C that npm forwards counts once, and a second one ends the process at once', () => {
  const { send, exits } = createProcess();
  send('SIGINT', 1000);
  send('SIGINT', 1050);
  expect(exits).toEqual([]);
  send('SIGINT', 1500);
  expect(exits).toEqual([130]);
});
