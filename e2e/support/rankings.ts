import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { toGymDay } from '@tanren/domain/gym-time';
import { type RankingBoard, toBoardKey, toRankingMonth } from '@tanren/domain/rankings';
import type { Account } from './accounts.ts';
import { type EmbeddedServer, runSql } from './embedded-server.ts';
import { callApi } from './members.ts';

const today = () => toGymDay(new Date());
export const thisMonth = () => toRankingMonth(today());

export interface Entry {
  readonly nickname: string;
  /** As the board counts: tenths of a kg or a percent, hundredths of a body weight. */
  readonly value: number;
  /** Somebody who is nobody's account, when absent. */
  readonly sub?: string;
  readonly achievedOn?: string;
}

/** This month's open ranking of a type, where nothing else is said. */
export function boardOf(
  workoutTypeId: number,
  others: Partial<Omit<RankingBoard, 'workoutTypeId'>> = {},
): number {
  return toBoardKey({
    workoutTypeId,
    rankingType: 'tfo',
    scale: 'open',
    month: thisMonth(),
    gymId: 0,
    band: 0,
    ...others,
  });
}

/** As if so many members had trained. */
export async function insertEntries(
  embedded: EmbeddedServer,
  board: number,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map(({ nickname, value, sub = randomUUID(), achievedOn = today() }) => ({
    board,
    sub,
    value,
    achieved_on: achievedOn,
    nickname,
  }));
  await runSql(
    embedded.dataDir,
    `insert into ranking_entries (board, sub, value, achieved_on, nickname)
     select board, sub, value, achieved_on, nickname
     from jsonb_populate_recordset(null::ranking_entries, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

const names = ['ハル', 'ことり', 'ゴロー', 'まめ', 'しろくま', 'RYO', 'みなと', 'あおい'];

/** So many members, each `step` below the one before. */
export function countDown(count: number, from: number, step: number): Entry[] {
  return Array.from({ length: count }, (_, index) => ({
    nickname: `${names[index % names.length]}${index + 1}`,
    value: from - index * step,
  }));
}

export async function nameMember(
  embedded: EmbeddedServer,
  account: Account,
  changes: Record<string, unknown>,
): Promise<void> {
  await callApi(embedded, account, 'PATCH', '/userinfo', changes);
}

/** Lets workouts count that no machine has sent: whoever comes back is ranked anew. */
export async function rankAnew(embedded: EmbeddedServer, account: Account): Promise<void> {
  await nameMember(embedded, account, { rankingVisible: false });
  await nameMember(embedded, account, { rankingVisible: true });
}

export const rows = (page: Page) =>
  page.getByRole('list', { name: '順位表' }).getByRole('listitem');
/** One's own row. */
export const ownRow = (page: Page) => rows(page).filter({ hasText: 'あなた' });
/** What stands there instead, where there is no own row. */
export const absence = (page: Page) => page.getByRole('region', { name: 'あなたの順位' });
export const listedSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'ランキングに掲載する' });
