import type { Sex } from '@tanren/domain/members/profile';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';

interface RankedGym {
  readonly id: number;
  readonly name: string;
}

export interface BoardReading {
  readonly top: readonly BoardEntry[];
  readonly total: number;
  readonly me: {
    readonly value: number;
    readonly achievedOn: string;
    readonly nickname: string;
    /** Number of entries that are better than the member's. */
    readonly above: number;
    /** The next higher value and the number of entries that have it. `null` for the best entry. */
    readonly next: { readonly value: number; readonly entries: number } | null;
  } | null;
  /**
   * The member's newest record that would be on the board if its correction did not wait for staff.
   * `null` if there is none.
   */
  readonly pending: { readonly workoutId: number; readonly gymDay: string } | null;
  /** All gyms, for the choice of a gym's board. */
  readonly gyms: readonly RankedGym[];
}

interface BoardEntry {
  readonly nickname: string;
  readonly value: number;
  readonly achievedOn: string;
  readonly isMe: boolean;
}

type Row = {
  top: string | null;
  gyms: RankedGym[] | null;
  total: number;
  value: number | null;
  achievedOn: string;
  nickname: string;
  above: number;
  nextValue: number | null;
  nextEntries: number | null;
  pendingId: number | null;
  pendingDay: string | null;
};

/**
 * Reads a board with one statement. The first hundred entries come from the index alone and as one
 * text, because building and parsing a hundred rows or their JSON takes longer than finding them.
 * Control characters separate them, which no nickname contains. The member's rank is a sum over
 * counts of value ranges (see the schema), so the entries above are not visited. Bits 8 to 19 of
 * the key are the month, 23 to 30 the type, and 31 to 50 the gym; 0 means any.
 */
export async function readBoard(db: Queryable, board: number, sub: string): Promise<BoardReading> {
  const { rows } = await db.execute<Row>(sql`
    select top.list as top,
      (select json_agg(json_build_object('id', id, 'name', name) order by id) from gyms) as gyms,
      coarse.total, mine.value, mine.achieved_on::text as "achievedOn", mine.nickname,
      (coarse.above + middle.above + fine.above)::int as above,
      next.bucket as "nextValue", next.entries as "nextEntries",
      pending.id as "pendingId", pending.gym_day::text as "pendingDay"
    from (select ${board}::bigint as board, ${sub}::uuid as sub) as params
    cross join lateral (
      select string_agg(value || E'\\x1f' || achieved_on || E'\\x1f'
        || case when sub = params.sub then 'me' else '' end || E'\\x1f' || nickname, E'\\x1e') as list
      from (
        select nickname, value, achieved_on, sub from ranking_entries
        where board = params.board order by value desc, achieved_on, sub limit 100
      ) as first
    ) as top
    left join ranking_entries as mine on mine.sub = params.sub and mine.board = params.board
    cross join lateral (
      select coalesce(sum(entries), 0)::int as total,
        coalesce(sum(entries) filter (where bucket > mine.value >> 12), 0) as above
      from ranking_counts where board = params.board and level = 0
    ) as coarse
    cross join lateral (
      select coalesce(sum(entries), 0) as above from ranking_counts
      where board = params.board and level = 1
        and bucket > mine.value >> 6 and bucket < ((mine.value >> 12) + 1) << 6
    ) as middle
    cross join lateral (
      select coalesce(sum(entries), 0) as above from ranking_counts
      where board = params.board and level = 2
        and bucket > mine.value and bucket < ((mine.value >> 6) + 1) << 6
    ) as fine
    left join lateral (
      select bucket, entries from ranking_counts
      where board = params.board and level = 2 and bucket > mine.value order by bucket limit 1
    ) as next on true
    left join lateral (
      select w.id, w.gym_day from workout_corrections c join workouts w on w.id = c.workout_id
      cross join lateral (select w.started_at at time zone 'Asia/Tokyo' as started) as here
      where c.sub = params.sub and c.state = 'pending'
        and w.workout_type_id = (params.board >> 23 & 255)::smallint
        and (params.board >> 31 & 1048575) in (0, w.gym_id)
        and params.board >> 8 & 4095 in (0,
          (extract(year from started) - 2000)::int * 12 + extract(month from started)::int)
      order by w.started_at desc, w.id desc limit 1
    ) as pending on true`);
  const [row] = rows;
  if (row === undefined) throw new Error('a board always answers one row');
  const top = row.top?.split('\x1e').map(toEntry) ?? [];
  return { top, total: row.total, me: toMe(row), pending: toPending(row), gyms: row.gyms ?? [] };
}

function toPending({ pendingId, pendingDay }: Row): BoardReading['pending'] {
  if (pendingId === null || pendingDay === null) return null;
  return { workoutId: pendingId, gymDay: pendingDay };
}

function toEntry(text: string): BoardEntry {
  const [value, achievedOn = '', me, nickname = ''] = text.split('\x1f');
  return { nickname, value: Number(value), achievedOn, isMe: me === 'me' };
}

function toMe(row: Row): BoardReading['me'] {
  if (row.value === null) return null;
  const { value, achievedOn, nickname, above, nextValue, nextEntries } = row;
  const next =
    nextValue === null || nextEntries === null ? null : { value: nextValue, entries: nextEntries };
  return { value, achievedOn, nickname, above, next };
}

/** Reads the birth date and sex, which decide the member's band. */
export async function findBirthAndSex(
  db: Queryable,
  sub: string,
): Promise<{ birthDate: string | null; sex: Sex | null }> {
  const { rows } = await db.execute<{ birthDate: string | null; sex: Sex | null }>(sql`
    select birth_date::text as "birthDate", sex from user_infos where sub = ${sub}`);
  return rows[0] ?? { birthDate: null, sex: null };
}
