import { expect, test } from 'vitest';
import { askPerson } from './operator.ts';

test('tells a person what to do, and waits for Enter each time', async () => {
  const written: string[] = [];
  let entered = 0;
  const operator = askPerson({
    write: (text) => written.push(text),
    waitForEnter: async () => void (entered += 1),
  });
  await operator.powerOn(0);
  await operator.lift(3, 42.5);
  await operator.finish();
  await operator.cutPower();
  await operator.powerOn(-3600);
  expect(entered).toBe(5);
  const words = [
    'turn it on',
    '3 reps with 42.5 kg',
    'End the workout',
    'Cut the power',
    '60 minutes back',
  ];
  for (const [index, word] of words.entries()) expect(written[index]).toContain(word);
});
