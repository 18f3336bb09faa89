import { randomBytes, randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { listMemberExports } from '#composition/member-data.ts';
import { termsAgreements, userInfos } from '#db/schema/members.ts';
import { strengthStates } from '#db/schema/workouts.ts';
import type { ExportPart } from '#modules/identity/member-data.service.ts';
import { bearer, buildTestApp, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { readZip } from '#test/support/members/read-zip.ts';
import { memberExportRoutes } from './member-export.routes.ts';

const { db } = await createTestDatabase();
const now = () => new Date('2025-08-15T15:00:00Z');
const app = await shareTestApp({ db, modules: productModules, now });
const url = '/api/my/export';
const noKey = Buffer.alloc(32);

async function download(sub: string) {
  const response = await app.inject({ url, headers: bearer(sub) });
  expect(response.statusCode).toBe(200);
  return { headers: response.headers, files: readZip(response.rawPayload) };
}

async function makeMember(nickname: string): Promise<string> {
  const sub = randomUUID();
  const at = new Date('2024-12-31T15:00:00Z');
  await db.insert(userInfos).values({
    sub,
    nickname,
    height: 170.5,
    weight: 62,
    sex: 'female',
    exerciseHabit: 'weekly-2-3',
    trainingPurposes: ['health', 'stress'],
    createdAt: at,
    updatedAt: at,
  });
  await db.insert(termsAgreements).values({ sub, version: 3, agreedAt: at });
  const strength = { mean: 4.09375, sd: 0.0625, at, workoutId: 1, machineId: 2 };
  await db.insert(strengthStates).values({ sub, workoutTypeId: 1, ...strength });
  return sub;
}

describe('the export', () => {
  test('is a file with the date in its name that is never cached', async () => {
    const { headers } = await download(randomUUID());
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="tanren-export-20250816.zip"',
      'cache-control': 'no-store',
    });
  });

  test('contains everything as JSON and as CSV', async () => {
    const sub = await makeMember('=鍛,太郎');
    const { files } = await download(`${sub}/member`);
    // member-erasure.test.ts checks that these parts have every table about a member.
    const parts = listMemberExports({ healthKey: noKey, debitKey: noKey }).map(({ name }) => name);
    expect([...files.keys()]).toEqual([
      'README.txt',
      ...['account', ...parts].flatMap((name) => [`${name}.json`, `${name}.csv`]),
    ]);
    expect(JSON.parse(files.get('account.json') ?? '')).toEqual([
      { sub, email: null, groups: ['member'] },
    ]);
    expect(JSON.parse(files.get('profile.json') ?? '')).toEqual([
      {
        nickname: '=鍛,太郎',
        height: 170.5,
        weight: 62,
        birthDate: null,
        sex: 'female',
        exerciseHabit: 'weekly-2-3',
        trainingPurposes: ['health', 'stress'],
        rankingVisible: true,
        createdAt: '2024-12-31T15:00:00.000Z',
        updatedAt: '2024-12-31T15:00:00.000Z',
      },
    ]);
    expect(files.get('profile.csv')).toBe(
      '\ufeffニックネーム,身長（cm）,体重（kg）,生年月日,性別,運動習慣,トレーニングの目的,ランキングへの掲載,登録日時（日本時間）,更新日時（日本時間）\r\n' +
        `"'=鍛,太郎",170.5,62,,女性,週2〜3回,健康維持、ストレス解消,掲載する,2025-01-01 00:00:00,2025-01-01 00:00:00\r\n`,
    );
    expect(files.get('terms-agreements.csv')).toBe(
      '\ufeff版,同意日時（日本時間）\r\n3,2025-01-01 00:00:00\r\n',
    );
    expect(JSON.parse(files.get('strength.json') ?? '')).toMatchObject([
      { workoutTypeId: 1, mean: 4.09375, sd: 0.0625, machineOffset: null },
    ]);
    // exp(4.09375 ± 1.2816 × 0.0625)
    expect(files.get('strength.csv')).toContain('\r\nチェストプレス,55,65,2025-01-01 00:00:00\r\n');
  });

  test('of a member without data has empty but complete files', async () => {
    const { files } = await download(randomUUID());
    expect(files.get('profile.json')).toBe('[]\n');
    expect(files.get('terms-agreements.csv')).toBe('\ufeff版,同意日時（日本時間）\r\n');
  });

  test('contains nothing of another member', async () => {
    const other = await makeMember('ほかの会員');
    const { files } = await download(await makeMember('わたし'));
    const everything = [...files.values()].join();
    expect(everything).toContain('わたし');
    expect(everything).not.toContain('ほかの会員');
    expect(everything).not.toContain(other);
  });

  test('is rate-limited', async () => {
    const headers = bearer(randomUUID());
    for (let count = 0; count < 5; count += 1) {
      expect((await app.inject({ url, headers })).statusCode).toBe(200);
    }
    const rejected = await app.inject({ url, headers });
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(60);
    expect((await app.inject({ url, headers: bearer(randomUUID()) })).statusCode).toBe(200);
  });

  test('is documented as a file in the API document', async () => {
    const document: unknown = (await app.inject('/api/openapi.json')).json();
    expect(document).toHaveProperty(
      ['paths', '/api/my/export', 'get', 'responses', '200', 'content', 'application/zip'],
      { schema: { type: 'string', format: 'binary' } },
    );
  });
});

interface BigPart extends ExportPart {
  produced: number;
  left: boolean;
}

const rowBytes = 4096;

/** Creates a part whose rows hardly compress, and counts the rows that were read. */
function makeBigPart(rows: number, failAt = Number.POSITIVE_INFINITY): BigPart {
  const part: BigPart = {
    name: 'big',
    title: '大きなデータ',
    headers: ['値'],
    produced: 0,
    left: false,
    async *readRows() {
      try {
        for (let row = 0; row < rows; row += 1) {
          if (row === failAt) throw new Error('the database is gone');
          part.produced += 1;
          const value = randomBytes(rowBytes).toString('base64');
          yield { record: { value }, cells: [value] };
        }
      } finally {
        part.left = true;
      }
    },
  };
  return part;
}

async function startDownload(part: ExportPart): Promise<IncomingMessage> {
  const big = await buildTestApp({
    db,
    modules: {
      members: async (scope) => {
        await scope.register(memberExportRoutes, { now, parts: [part] });
      },
    },
  });
  const origin = await big.listen({ port: 0, host: '127.0.0.1' });
  return await new Promise((resolve, reject) => {
    get(`${origin}${url}`, { headers: bearer(randomUUID()) }, resolve).on('error', reject);
  });
}

/** Waits until no more rows are produced for a while. */
async function waitUntilStill(part: BigPart): Promise<void> {
  for (let last = -1; last !== part.produced;) {
    last = part.produced;
    await sleep(300);
  }
}

describe('a big export', () => {
  test('is produced at the pace of its reader', async () => {
    const rows = 5000;
    const part = makeBigPart(rows);
    const response = await startDownload(part);
    await waitUntilStill(part);
    // Only the rows that fit into the buffers of streams and sockets were produced.
    expect(part.produced).toBeGreaterThan(0);
    expect(part.produced).toBeLessThan(rows / 2);
    response.destroy();
  });

  test('arrives complete', async () => {
    const rows = 1000;
    const files = readZip(await buffer(await startDownload(makeBigPart(rows))));
    expect(JSON.parse(files.get('big.json') ?? '')).toHaveLength(rows);
    expect(files.get('big.csv')?.split('\r\n')).toHaveLength(rows + 2);
  });

  test('stops when its reader disconnects', async () => {
    const part = makeBigPart(1_000_000);
    const response = await startDownload(part);
    await waitUntilStill(part);
    response.destroy();
    await expect.poll(() => part.left, { timeout: 10_000 }).toBe(true);
    const { produced } = part;
    await waitUntilStill(part);
    expect(part.produced).toBe(produced);
  });

  test('that fails in the middle is cut off and never looks complete', async () => {
    const response = await startDownload(makeBigPart(2000, 1000));
    await expect(buffer(response)).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
  });
});
