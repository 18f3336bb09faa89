import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { openSessions, sessionContent, type SessionPage } from '#test/support/training-sessions.ts';

const { db, now, call, make, change, addMember } = await openSessions();
const mine = '/my/training-sessions';

describe('the own list', () => {
  test('goes by the last change, page by page', async () => {
    const sub = await addMember('並べる人');
    const made = [];
    for (const title of ['一', '二', '三', '四', '五']) {
      made.push(await make(sub, { title, visibility: title === '二' ? 'private' : 'public' }));
    }
    await make(randomUUID(), { title: '他人' });
    const [first] = made;
    if (first === undefined) throw new Error('nothing was made');
    await change(sub, first, { title: '一改' });
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await call<SessionPage>(sub, 'GET', `${mine}?limit=2${from}`);
      pages.push(body.items.map(({ title }) => title));
      cursor = body.nextCursor;
    }
    expect(pages).toEqual([['一改', '五'], ['四', '三'], ['二']]);
  });

  test('shows sessions of the same microsecond once each', async () => {
    const sub = randomUUID();
    const at = now();
    const row = { ...sessionContent(), items: [], authorSub: sub, createdAt: at, publishedAt: at };
    await db
      .insert(trainingSessions)
      .values(Array.from({ length: 7 }, () => ({ ...row, updatedAt: at })));
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await call<SessionPage>(sub, 'GET', `${mine}?limit=3${from}`);
      seen.push(...body.items.map(({ trainingSessionId }) => trainingSessionId));
      cursor = body.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    expect(new Set(seen).size).toBe(7);
  });
});
