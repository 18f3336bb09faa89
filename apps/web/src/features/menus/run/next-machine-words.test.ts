import type { RunItem } from '@tanren/contract/menus/menu-runs';
import { expect, it } from 'vitest';
import { sampleNextMachine, sampleNextMachines } from '#test/samples/next-machines.ts';
import { describeWait, explainOrder } from './next-machine-words.ts';

it.each([
  [null, null, null],
  [0, 1, 'まもなく空きます'],
  [3, 1, 'あと約3分'],
  [3, null, 'あと約3分'],
  [6, 2, 'あと4〜8分'],
  [2, 3, 'あと1〜5分'],
])(
  'describes a wait of %s minutes with an error of %s as %s',
  (freeInMinutes, errorMinutes, text) => {
    expect(describeWait({ freeInMinutes, errorMinutes })).toBe(text);
  },
);

const run = {
  items: [11, 5].map((workoutTypeId): RunItem => ({
    workoutTypeId,
    sets: 3,
    reps: 10,
    loadKg: null,
    targetLoadKg: 40,
    restSeconds: 90,
    doneSets: 0,
  })),
};

it.each([
  ['shorter-wait', 3, 'レッグプレスはあと約3分。先にシーテッドローへ。'],
  ['shorter-wait', null, 'レッグプレスは使用中です。先にシーテッドローへ。'],
  ['other-muscle', null, '同じ部位が続かないように、先にシーテッドローへ。'],
  ['trainer-order', null, 'トレーナーが決めた順番です。'],
  ['menu-order', null, null],
] as const)('explains the order %s with a wait of %s minutes', (reason, minutes, text) => {
  const waitsFor = reason === 'shorter-wait' ? { position: 0, minutes } : null;
  expect(explainOrder(sampleNextMachines({ order: [1, 0], reason, waitsFor }), run)).toBe(text);
});

it('says that every machine is used, but not for machines that cannot be used', () => {
  const used = sampleNextMachine({ position: 0, state: 'used' });
  const unavailable = sampleNextMachine({ position: 1, state: 'unavailable' });
  const explain = (items: (typeof used)[]) =>
    explainOrder(sampleNextMachines({ order: [0, 1], items }), run);
  expect(explain([used, unavailable])).toBe('メニューのマシンは、今どれも使用中です。');
  expect(explain([unavailable, unavailable])).toBeNull();
});

it('explains nothing without an open item', () => {
  expect(explainOrder(sampleNextMachines({ order: [] }), run)).toBeNull();
});
