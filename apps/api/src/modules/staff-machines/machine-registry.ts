import type { Transaction } from '#db/database.ts';

/** Loads in kg; what is absent is what the machines of the type usually have. */
export interface OrderedMachine {
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly minLoad?: number;
  readonly maxLoad?: number;
  readonly loadStep?: number;
}

/** What keeps the machines. What it cannot do is an `AppError`. */
export interface MachineRegistry {
  readonly add: (
    tx: Transaction,
    order: OrderedMachine,
    now: Date,
  ) => Promise<{ readonly id: number; readonly secret: string }>;
  /** The new secret; the old one is void with the commit. */
  readonly renewSecret: (tx: Transaction, id: number) => Promise<string>;
  /** Whoever is linked with it is so no longer. What it answers tells them, after the commit. */
  readonly retire: (tx: Transaction, id: number, now: Date) => Promise<() => Promise<void>>;
}
