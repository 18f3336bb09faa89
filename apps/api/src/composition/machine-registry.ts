import { AppError } from '#app-error.ts';
import {
  addMachine,
  MachineError,
  renewSecret,
  retireMachine,
} from '#modules/machines/machines.service.ts';
import type { MachineRegistry } from '#modules/staff-machines/staff-machines.service.ts';
import type { LinkNews } from '#modules/tanren-connection/link-notifications.ts';
import { endMachineLink } from '#modules/tanren-connection/tanren-connection.store.ts';

/** The machines as staff change them in the app; the command line does the same. */
export function createMachineRegistry(news: Pick<LinkNews, 'ended'>): MachineRegistry {
  return {
    add: async (tx, order, now) => {
      const { machine, secret } = await orProblem(addMachine(tx, order, now));
      return { id: machine.id, secret };
    },
    renewSecret: async (tx, id) => (await orProblem(renewSecret(tx, id))).secret,
    retire: async (tx, id, now) => {
      await orProblem(retireMachine(tx, id, now));
      const ended = await endMachineLink(tx, id, 'retired', now);
      return async () => await news.ended(ended);
    },
  };
}

async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    const { fault, message } = error;
    if (fault === 'absent') throw new AppError('not_found', { cause: error });
    throw new AppError('invalid_request', {
      fields: [{ path: `/${fault}`, in: 'body', message }],
      cause: error,
    });
  }
}
