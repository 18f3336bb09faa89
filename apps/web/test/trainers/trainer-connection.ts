import {
  changeTrainerScopes,
  endTrainerConnection,
  getTrainerConnection,
  issueTrainerCode,
  type TrainerConnection,
} from '@tanren/contract/trainers/trainer-connection-code';
import { trainerCodeMs, type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { answer, rejectWith } from '#test/support/answers.ts';

const none: TrainerConnection = { state: 'none' };

/** Returns a code that was issued just now. */
export function pendingWith(
  code: string,
  scopes: readonly TrainerScope[] = trainerScopes,
): TrainerConnection {
  const expiresAt = new Date(Date.now() + trainerCodeMs).toISOString();
  return { state: 'pending', code, expiresAt, scopes: [...scopes] };
}

/** Returns a link with コウジ. */
export function linkedWith(scopes: readonly TrainerScope[] = trainerScopes): TrainerConnection {
  return {
    state: 'linked',
    trainer: { nickname: 'コウジ' },
    linkedAt: '2026-03-01T09:00:00.000Z',
    scopes: [...scopes],
  };
}

/**
 * Opens a member's connection with a trainer in memory. `change` acts as another person or device.
 */
export function openTrainerConnection(start = none) {
  let connection = start;
  let issued = 0;
  let gate = Promise.resolve();
  answer(getTrainerConnection, () => connection);
  answer(issueTrainerCode, async ({ body }) => {
    await gate;
    if (connection.state === 'linked') return rejectWith(409, 'trainer_linked');
    issued += 1;
    connection = pendingWith(`ABCD234${issued + 1}`, body.scopes);
    return connection;
  });
  answer(changeTrainerScopes, async ({ body }) => {
    await gate;
    if (connection.state === 'none') return rejectWith(404, 'not_found');
    connection = { ...connection, scopes: body.scopes };
    return connection;
  });
  answer(endTrainerConnection, async () => {
    await gate;
    connection = none;
    return null;
  });
  return {
    change(next: TrainerConnection) {
      connection = next;
    },
    /** Links, as when the trainer enters the code. */
    link() {
      connection = linkedWith(connection.state === 'none' ? [] : connection.scopes);
    },
    /** Ends the connection, as when the code expires or another device ends it. */
    end() {
      connection = none;
    },
    /**
     * Delays answers to changes until the returned function is called, which allows a second tap.
     */
    hold(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        release();
      };
    },
    read: () => connection,
  };
}
