import type { NextMachine, NextMachines } from '@tanren/contract/menus/next-machines';

export function sampleNextMachine(changes: Partial<NextMachine> = {}): NextMachine {
  return {
    position: 0,
    state: 'free',
    machineId: 1,
    freeInMinutes: null,
    errorMinutes: null,
    alternatives: [],
    ...changes,
  };
}

/** An answer for a run with the number 1. Its items are free, in the order of the menu. */
export function sampleNextMachines(changes: Partial<NextMachines> = {}): NextMachines {
  const { order = [0, 1] } = changes;
  return {
    at: '2026-03-03T09:00:00.000Z',
    runId: 1,
    order,
    reason: 'menu-order',
    waitsFor: null,
    minutes: 20,
    items: order
      .toSorted((a, b) => a - b)
      .map((position) => sampleNextMachine({ position, machineId: position + 1 })),
    hold: null,
    ...changes,
  };
}
