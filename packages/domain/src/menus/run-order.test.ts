import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenItem, orderRun, type RunMachine, type RunSituation } from './run-order.ts';

const [chestPress, fly, pulldown, legPress] = [1, 2, 4, 11];
const nobodyWaits = new Map<number, number>();

const item = (position: number, workoutTypeId: number): OpenItem => ({
  position,
  workoutTypeId,
  minutes: 5,
});
const free = (machineId: number, workoutTypeId: number): RunMachine => ({
  machineId,
  workoutTypeId,
  state: 'free',
  freeInMinutes: null,
});
const used = (
  machineId: number,
  workoutTypeId: number,
  freeInMinutes: number | null,
): RunMachine => ({ ...free(machineId, workoutTypeId), state: 'used', freeInMinutes });

const situation = (changes: Partial<RunSituation>): RunSituation => ({
  items: [item(0, legPress), item(1, pulldown)],
  machines: [free(1, legPress), free(2, pulldown)],
  typicalWaits: nobodyWaits,
  lastTypeId: null,
  fixedOrder: false,
  ...changes,
});
const positionsOf = ({ order }: ReturnType<typeof orderRun>) =>
  order.map(({ position }) => position);

describe('orderRun', () => {
  it("keeps the menu's order on a free floor and names the machines", () => {
    expect(orderRun(situation({}))).toEqual({
      order: [
        { position: 0, machineId: 1, waitMinutes: 0 },
        { position: 1, machineId: 2, waitMinutes: 0 },
      ],
      minutes: 10,
      reason: 'menu-order',
      waitsFor: null,
    });
  });

  it('goes elsewhere first while the machine is used, and says for which one it waits', () => {
    const machines = [used(1, legPress, 3), free(2, pulldown)];
    expect(orderRun(situation({ machines }))).toEqual({
      order: [
        { position: 1, machineId: 2, waitMinutes: 0 },
        { position: 0, machineId: 1, waitMinutes: 0 },
      ],
      minutes: 10,
      reason: 'shorter-wait',
      waitsFor: { position: 0, minutes: 3 },
    });
  });

  it("waits in the menu's order when the trainer fixed it", () => {
    const machines = [used(1, legPress, 3), free(2, pulldown)];
    expect(orderRun(situation({ machines, fixedOrder: true }))).toEqual({
      order: [
        { position: 0, machineId: 1, waitMinutes: 3 },
        { position: 1, machineId: 2, waitMinutes: 0 },
      ],
      minutes: 13,
      reason: 'trainer-order',
      waitsFor: { position: 0, minutes: 3 },
    });
  });

  it('lets a muscle rest after the machine before', () => {
    const run = situation({
      items: [item(0, fly), item(1, legPress)],
      machines: [free(1, fly), free(2, legPress)],
      lastTypeId: chestPress,
    });
    expect(orderRun(run)).toMatchObject({
      order: [{ position: 1 }, { position: 0 }],
      reason: 'other-muscle',
      waitsFor: null,
    });
  });

  it('does not know when a machine without a link becomes free, and does not take it as free', () => {
    const machines = [used(1, legPress, null), free(2, pulldown)];
    const { order, waitsFor } = orderRun(situation({ machines }));
    expect(order[0]).toEqual({ position: 1, machineId: 2, waitMinutes: 0 });
    expect(waitsFor).toEqual({ position: 0, minutes: null });
  });

  it('chooses the machine of the type that is free first', () => {
    const machines = [used(1, legPress, 6), used(3, legPress, 2), free(2, pulldown)];
    const run = situation({ machines, items: [item(4, legPress)] });
    expect(orderRun(run).order).toEqual([{ position: 4, machineId: 3, waitMinutes: 2 }]);
    expect(orderRun({ ...run, machines: [...machines, free(9, legPress)] }).order).toEqual([
      { position: 4, machineId: 9, waitMinutes: 0 },
    ]);
  });

  it('puts an item without a usable machine last and counts no wait for it', () => {
    const machines: RunMachine[] = [
      { ...free(1, legPress), state: 'unavailable' },
      free(2, pulldown),
    ];
    expect(orderRun(situation({ machines }))).toEqual({
      order: [
        { position: 1, machineId: 2, waitMinutes: 0 },
        { position: 0, machineId: null, waitMinutes: 0 },
      ],
      minutes: 10,
      reason: 'shorter-wait',
      waitsFor: { position: 0, minutes: null },
    });
  });

  it('plans from the end of the present item', () => {
    const machines = [used(1, legPress, 3), free(2, pulldown)];
    expect(orderRun(situation({ machines, readyInMinutes: 4 }))).toMatchObject({
      order: [
        { position: 0, waitMinutes: 0 },
        { position: 1, waitMinutes: 0 },
      ],
      minutes: 14,
    });
  });

  it('has nothing to say without items', () => {
    expect(orderRun(situation({ items: [] }))).toEqual({
      order: [],
      minutes: 0,
      reason: 'menu-order',
      waitsFor: null,
    });
  });
});

const anyType = fc.integer({ min: 1, max: 18 });
const anyMinutes = fc.double({ min: 0, max: 30, noNaN: true });
const anyRun = fc.record<RunSituation>({
  items: fc
    .array(fc.record({ workoutTypeId: anyType, minutes: anyMinutes }), { maxLength: 8 })
    .map((items) => items.map((one, index) => ({ ...one, position: 2 * index }))),
  machines: fc.array(
    fc.record({
      machineId: fc.nat(),
      workoutTypeId: anyType,
      state: fc.constantFrom('free', 'used', 'unavailable'),
      freeInMinutes: fc.option(anyMinutes),
    }),
    { maxLength: 20 },
  ),
  typicalWaits: fc.array(fc.tuple(anyType, anyMinutes)).map((waits) => new Map(waits)),
  lastTypeId: fc.option(anyType),
  readyInMinutes: anyMinutes,
  fixedOrder: fc.boolean(),
});

describe('any run', () => {
  it('has every open item once', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const positions = run.items.map(({ position }) => position);
        expect(positionsOf(orderRun(run)).toSorted((a, b) => a - b)).toEqual(positions);
      }),
    );
  });

  it("keeps the menu's order when a trainer fixed it", () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const order = orderRun({ ...run, fixedOrder: true });
        expect(positionsOf(order)).toEqual(run.items.map(({ position }) => position));
      }),
    );
  });

  it('takes the waits and the items together, and never less than no time', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const { order, minutes } = orderRun(run);
        const work = run.items.reduce((sum, one) => sum + one.minutes, run.readyInMinutes ?? 0);
        const waits = order.reduce((sum, one) => sum + one.waitMinutes, 0);
        expect(minutes).toBeCloseTo(work + waits, 6);
        expect(order.every(({ waitMinutes }) => waitMinutes >= 0)).toBe(true);
      }),
    );
  });

  it('sends nobody to a machine that cannot be used or has another type', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        for (const { position, machineId } of orderRun(run).order) {
          if (machineId === null) continue;
          const type = run.items.find((one) => one.position === position)?.workoutTypeId;
          const usable = run.machines.filter(({ state }) => state !== 'unavailable');
          expect(
            usable.some((one) => one.machineId === machineId && one.workoutTypeId === type),
          ).toBe(true);
        }
      }),
    );
  });
});
