import { generateMenus } from './data/generate-menus.ts';
import type { Measurement } from './measurement.ts';
import { type BenchServer, startBenchServer } from './running-server.ts';
import { admitMembers, findAdminUrl } from './data/scale-database.ts';
import { nameMember, openTokenIssuer, type TokenIssuer } from './data/scale-tokens.ts';
import { compareTimes } from './time-in-turns.ts';

/** Maximum ratio between 200,000 public menus and 2,000. */
const maxGrowth = 1.5;
const sizes = { few: 2000, many: 200_000 };

/** Searches of members. `invent-menus.ts` shows how often each word occurs. */
const searches: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['everything', {}],
  ['frequent word', { query: 'チェスト' }],
  ['frequent word in other kana', { query: 'ﾁｪｽﾄ' }],
  ['one character', { query: '脚' }],
  ['two characters', { query: '背中' }],
  ['two frequent words', { query: 'ヒップ アームカール' }],
  ['word of 2 %', { query: 'ゴルフ' }],
  ['word of 1 %', { query: 'テニス肘' }],
  ['word of 0.5 %', { query: '産後ケア' }],
  ['word of 0.1 %', { query: '富士登山' }],
  ['word of 0.01 %', { query: '綱引き' }],
  ['word of 0.001 %', { query: 'ヴァイオリン' }],
  ['word that is nowhere', { query: 'スカイダイビング' }],
  ['frequent tag', { tag: '筋トレ' }],
  ['less frequent tag', { tag: '肩こり' }],
  ['tag that is nowhere', { tag: 'けん玉' }],
  ['frequent type', { workoutType: '1' }],
  ['less frequent type', { workoutType: '16' }],
  ['word and type', { query: 'ゴルフ', workoutType: '13' }],
  ['word, tag and type', { query: '胸', tag: '肩こり', workoutType: '16' }],
];
const sorts = ['new', 'favorites'] as const;

interface Search {
  readonly name: string;
  readonly path: string;
}

interface Gym {
  readonly server: BenchServer;
  readonly tokens: readonly string[];
  readonly searches: readonly Search[];
  readonly times: Map<string, number[]>;
}

export async function measure(): Promise<readonly Measurement[]> {
  const issuer = await openTokenIssuer();
  const few = await openGym(issuer, sizes.few);
  try {
    const many = await openGym(issuer, sizes.many);
    try {
      console.log(`session search: timing ${many.searches.length} different searches`);
      const [small, large] = await compareTimes([few, many].map((gym) => takeTurns(gym)));
      if (small === undefined || large === undefined) return [];
      showTimes(few, many);
      const p50 = `p50 ${small.p50.toFixed(2)} → ${large.p50.toFixed(2)}`;
      return [
        {
          name: `GET /training-sessions, p99 of 200,000 (${p50} ms, p99 of 2,000 ${small.p99.toFixed(2)} ms)`,
          value: large.p99,
          limit: Number((small.p99 * maxGrowth).toFixed(2)),
          unit: 'ms',
        },
      ];
    } finally {
      await many.server.stop();
    }
  } finally {
    await few.server.stop();
    issuer.close();
  }
}

async function openGym(issuer: TokenIssuer, size: number): Promise<Gym> {
  const server = await startBenchServer(issuer.settings);
  try {
    const adminUrl = await findAdminUrl(server.dataDir);
    const startedAt = performance.now();
    await generateMenus(adminUrl, size);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`session search: ${size} sessions made in ${seconds} s`);
    // There are enough members to keep each below the rate limit.
    const subs = Array.from({ length: 200 }, (_, n) => nameMember(n + 1));
    await admitMembers(adminUrl, subs);
    const tokens = subs.map((sub) => issuer.issue(sub));
    const gym = { server, tokens, times: new Map<string, number[]>() };
    return { ...gym, searches: await listSearches(gym) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Lists first and second pages, in both orders. */
async function listSearches(gym: Omit<Gym, 'searches'>): Promise<Search[]> {
  const all: Search[] = [];
  for (const [name, query] of searches) {
    for (const sort of sorts) {
      const path = `/training-sessions?${new URLSearchParams({ ...query, sort })}`;
      all.push({ name: `${name}, ${sort}`, path });
      const { nextCursor } = await read(gym, path);
      // The first page is searched again when the smaller gym has no second page.
      const cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
      all.push({ name: `${name}, ${sort}, second page`, path: `${path}${cursor}` });
    }
  }
  return all;
}

async function read({ server, tokens }: Pick<Gym, 'server' | 'tokens'>, path: string) {
  const token = tokens[Math.floor(Math.random() * tokens.length)] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api${path}`, { headers });
  const body = (await response.json()) as { items: unknown[]; nextCursor: string | null };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

/** Returns a function that runs one search after the other, each equally often. */
function takeTurns(gym: Gym): () => Promise<void> {
  let turn = 0;
  return async () => {
    const search = gym.searches[turn % gym.searches.length];
    turn += 1;
    if (search === undefined) throw new Error('There is nothing to search for.');
    const startedAt = performance.now();
    await read(gym, search.path);
    const times = gym.times.get(search.name) ?? [];
    gym.times.set(search.name, [...times, performance.now() - startedAt]);
  };
}

function showTimes(few: Gym, many: Gym): void {
  const middleOf = (gym: Gym, name: string) => {
    const sorted = (gym.times.get(name) ?? []).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]?.toFixed(1);
  };
  console.table(
    few.searches.map(({ name }) => ({
      search: name,
      [`${sizes.few}, p50 ms`]: middleOf(few, name),
      [`${sizes.many}, p50 ms`]: middleOf(many, name),
    })),
  );
}
