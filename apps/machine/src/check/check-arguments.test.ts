import { expect, test } from 'vitest';
import { readCheckArguments } from './check-arguments.ts';

const known = ['--url', 'mqtt://localhost:1884', '--id', '12', '--secret', '-x'];

test('reads where the machine connects, what it can load and how it is used', () => {
  expect(readCheckArguments(known)).toEqual({
    url: new URL('mqtt://localhost:1884'),
    machine: { id: 12, loads: { minLoad: 5, maxLoad: 150, loadStep: 2.5 }, secret: '-x' },
    tls: null,
    tested: 'person',
    replay: null,
    record: null,
    timeoutSeconds: 90,
  });
  const loads = ['--min', '2', '--max', '80', '--step', '0.5'];
  expect(readCheckArguments([...known, ...loads, '--run', 'a b'])).toMatchObject({
    machine: { loads: { minLoad: 2, maxLoad: 80, loadStep: 0.5 } },
    tested: { command: 'a b' },
  });
  expect(readCheckArguments([...known, '--simulator'])).toMatchObject({ tested: 'simulator' });
  expect(readCheckArguments(['--help'])).toBe('help');
});

test('a recording needs no address and no secret', () => {
  expect(readCheckArguments(['--replay', 'a.jsonl', '--id', '12'])).toMatchObject({
    url: null,
    replay: 'a.jsonl',
    machine: { id: 12, secret: null },
  });
});

test.each([
  [[], '--id does not take ""'],
  [['--id', '12'], '--url must be an address'],
  [['--id', '12', '--url', 'mqtt://localhost'], '--secret is missing'],
  [[...known, '--wait', 'x'], '--wait does not take "x"'],
  [[...known, '--cert', 'a'], '--cert and --key'],
  [['--id', '1', '--secret', 's', '--url', 'mqtts://localhost'], '--cert and --key'],
  [[...known, '--fast'], "Unknown option '--fast'"],
])('rejects %j with an explanation', (args, words) => {
  expect(() => readCheckArguments(args)).toThrow(words);
});
