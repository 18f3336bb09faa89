import { randomUUID } from 'node:crypto';
import type { Problem } from '@tanren/contract/problem';
import type { TrainerConnection } from '@tanren/contract/trainers/trainer-connection-code';
import type { TrainedMember } from '@tanren/contract/trainers/trainer-members';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { type TrainerLinkRow, trainerLinks } from '#db/schema/trainers.ts';
import type { TestAppOptions } from '#test/support/app.ts';
import { createCall, type Method, openWorld } from '#test/support/world.ts';

export type PendingCode = Extract<TrainerConnection, { state: 'pending' }>;

interface TrainerCall {
  /** The argument of `bearer`: a sub, with `/trainer` for trainers. */
  readonly as: string;
  readonly method?: Method;
  readonly path: string;
  readonly body?: object;
  readonly from?: string;
}

/** Opens the whole app with its own clock, and the calls between members and trainers. */
export async function openTrainers(options: TestAppOptions = {}) {
  const { db, url, clock, app, openNode, addMember } = await openWorld(undefined, options);

  const call = async <T = Problem>(
    { as, method = 'GET', path, body, from = '203.0.113.1' }: TrainerCall,
    node = app,
  ) => await createCall(node)<T>(as, method, path, body, { remoteAddress: from });

  async function issue(memberSub: string, scopes?: readonly TrainerScope[]): Promise<PendingCode> {
    const { body } = await call<PendingCode>({
      as: memberSub,
      method: 'POST',
      path: '/trainer-connection-code',
      body: scopes === undefined ? {} : { scopes },
    });
    return body;
  }

  async function enter<T = TrainedMember & Problem>(
    trainerSub: string,
    code: string,
    from?: string,
  ) {
    return await call<T>({
      as: `${trainerSub}/trainer`,
      method: 'POST',
      path: '/trainer/members',
      body: { code },
      ...(from !== undefined && { from }),
    });
  }

  return {
    app,
    db,
    url,
    buildNode: openNode,
    now: () => clock.now,
    setTime: (next: Date) => {
      clock.now = next;
    },
    pass: (ms: number) => clock.pass(ms / 60_000),
    call,
    issue,
    enter,
    /** Links both and returns the member's number. */
    link: async (trainerSub: string, memberSub: string, scopes?: readonly TrainerScope[]) => {
      const { status, body } = await enter(trainerSub, (await issue(memberSub, scopes)).code);
      if (status !== 201) throw new Error(`linking answered ${status} ${body.code}`);
      return body.memberId;
    },
    name: async (sub: string, nickname: string) => await addMember({ sub, nickname }),
  };
}

const linkedAt = new Date('2026-01-01T00:00:00Z');

/** Stores a link row. Its people need no accounts. */
export async function storeTrainerLink(
  db: Database,
  changes: Partial<typeof trainerLinks.$inferInsert> = {},
): Promise<TrainerLinkRow> {
  const people = { memberSub: randomUUID(), trainerSub: randomUUID() };
  const [made] = await db
    .insert(trainerLinks)
    .values({ ...people, scopes: [...trainerScopes], linkedAt, ...changes })
    .returning();
  if (made === undefined) throw new Error('no link was made');
  return made;
}

export async function endTrainerLink(db: Database, id: number): Promise<void> {
  await db.update(trainerLinks).set({ endedAt: new Date() }).where(eq(trainerLinks.id, id));
}
