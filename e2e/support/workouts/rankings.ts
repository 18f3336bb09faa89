import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { type RankingBoard, toBoardKey, toRankingMonth } from '@tanren/domain/workouts/rankings';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { callApi } from '#support/members/members.ts';

const today = () => toGymDay(new Date());
export const thisMonth = () => toRankingMonth(today());

export interface Entry {
  readonly nickname: string;
  /** Value in the unit of the board: tenths of a kg or a percent, hundredths of a body weight. */
  readonly value: number;
  /** Account of the entry. Without it, a random id is used that no account has. */
  readonly sub?: string;
  readonly achievedOn?: string;
}

/** Returns the key of a board. The default is this month's open ranking of a type. */
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

/** Inserts entries as if these members had trained. */
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

export async function nameMember(
  embedded: EmbeddedServer,
  account: Account,
  changes: Record<string, unknown>,
): Promise<void> {
  await callApi(embedded, account, 'PATCH', '/userinfo', changes);
}

/**
 * Ranks workouts that were inserted without a machine: a member who becomes visible again is ranked
 * again.
 */
export async function rebuildRanking(embedded: EmbeddedServer, account: Account): Promise<void> {
  await nameMember(embedded, account, { rankingVisible: false });
  await nameMember(embedded, account, { rankingVisible: true });
}

export const rows = (page: Page) =>
  page.getByRole('list', { name: '順位表' }).getByRole('listitem');
/** Finds the member's own row. */
export const ownRow = (page: Page) => rows(page).filter({ hasText: 'あなた' });
/** Finds the region that is shown when the member has no row. */
export const absence = (page: Page) => page.getByRole('region', { name: 'あなたの順位' });
export const listedSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'ランキングに掲載する' });
