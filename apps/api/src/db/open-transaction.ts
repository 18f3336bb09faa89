import type { Database, Transaction } from './database.ts';

type CommitTask = () => Promise<void> | void;

/**
 * Runs a task that publishes a change, once others can read the change: after the commit, or at once
 * when no transaction is open. After a rollback the task never runs. A failed task never undoes the
 * commit, so it must log its own failure.
 */
export type AfterCommit = (task: CommitTask) => Promise<void>;

/** A transaction that begins and ends in different functions, such as the hooks of a request. */
export interface OpenTransaction {
  readonly tx: Transaction;
  readonly afterCommit: AfterCommit;
  /** Rejects when the commit failed. Then nothing was written. */
  readonly commit: () => Promise<void>;
  /** Never rejects: a transaction whose connection is lost is rolled back by the server. */
  readonly rollBack: () => Promise<void>;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

function defer<T>(): Deferred<T> {
  let parts: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    parts = { resolve, reject };
  });
  if (parts === undefined) throw new Error('a promise did not start');
  return { promise, ...parts };
}

/** Begins a transaction that the caller must commit or roll back in every case. */
export async function openTransaction(db: Database): Promise<OpenTransaction> {
  const opened = defer<Transaction>();
  const decided = defer<'commit' | 'roll back'>();
  const ended = db.transaction(async (tx) => {
    opened.resolve(tx);
    if ((await decided.promise) === 'roll back') throw new Error('rolled back on purpose');
  });
  // A rejection before the transaction is open means that `begin` failed. Later it has no effect.
  ended.catch(opened.reject);
  const tx = await opened.promise;
  const tasks: CommitTask[] = [];
  return {
    tx,
    async afterCommit(task) {
      tasks.push(task);
    },
    async commit() {
      decided.resolve('commit');
      await ended;
      for (const task of tasks) await runTask(task);
    },
    async rollBack() {
      decided.resolve('roll back');
      await ended.catch(() => undefined);
    },
  };
}

async function runTask(task: CommitTask): Promise<void> {
  try {
    await task();
  } catch {
    // The task has logged its failure.
  }
}
