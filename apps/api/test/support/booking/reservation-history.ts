import { sql } from '#test/support/database.ts';

interface HistoryEvent {
  /** Id of the transaction. */
  readonly tx: string;
  readonly kind: 'reservation' | 'offer';
  /** Id of the reservation or of the wait. */
  readonly id: number;
  readonly sub: string;
  /** The slots of its seat before and after. `null` without a seat. */
  readonly leaves: string | null;
  readonly enters: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Records every seat that is taken or released, in the order of the commits. The triggers fire when
 * a transaction commits, and the lock they take is held until the commit is done. The program does
 * not use this lock, so the history is correct even if the program's own locks fail.
 */
export async function recordHistory(url: string): Promise<void> {
  await sql(
    url,
    `create table history (
      seq bigserial, tx text default pg_current_xact_id()::text, kind text, id bigint, sub uuid, leaves text, enters text,
      starts_at timestamptz, ends_at timestamptz
    );
    create function slot_of(gym_id integer, starts_at timestamptz) returns text
      language sql immutable as $$ select gym_id || ' ' || extract(epoch from starts_at)::bigint $$;
    create function record_change(kind text, id bigint, sub uuid, leaves text, enters text,
      starts_at timestamptz, ends_at timestamptz) returns void language plpgsql as $$
    begin
      if leaves is distinct from enters then
        perform pg_advisory_xact_lock(1);
        insert into history (kind, id, sub, leaves, enters, starts_at, ends_at)
        values (kind, id, sub, leaves, enters, starts_at, ends_at);
      end if;
    end $$;
    create function record_reservation() returns trigger language plpgsql as $$
    begin
      perform record_change('reservation', new.id, new.sub,
        case when tg_op = 'UPDATE' and old.cancelled_at is null
          then slot_of(old.gym_id, old.starts_at) end,
        case when new.cancelled_at is null then slot_of(new.gym_id, new.starts_at) end,
        new.starts_at, new.ends_at);
      return null;
    end $$;
    create function record_offer() returns trigger language plpgsql as $$
    begin
      perform record_change('offer', new.id, new.sub,
        case when old.offered_at is not null and old.ended_at is null
          then slot_of(old.gym_id, old.starts_at) end,
        case when new.offered_at is not null and new.ended_at is null
          then slot_of(new.gym_id, new.starts_at) end,
        new.starts_at, new.ends_at);
      return null;
    end $$;
    create constraint trigger reservations_recorded after insert or update
      on training_reservations deferrable initially deferred
      for each row execute function record_reservation();
    create constraint trigger offers_recorded after update
      on reservation_waits deferrable initially deferred
      for each row execute function record_offer();`,
  );
}

export async function readHistory(url: string): Promise<HistoryEvent[]> {
  return await sql<HistoryEvent & Record<string, unknown>>(
    url,
    `select tx, kind, id, sub, leaves, enters, starts_at as "startsAt", ends_at as "endsAt"
     from history order by seq`,
  );
}

interface Replay {
  /** Maximum number of reserved and offered seats at any moment, by slot. */
  readonly peaks: ReadonlyMap<string, number>;
  readonly occupied: ReadonlyMap<string, number>;
  readonly offers: number;
  /** Descriptions of violated rules. */
  readonly violations: readonly string[];
}

/** The newest wait that was offered a seat, and the newest one of earlier transactions. */
interface Turn {
  readonly tx: string;
  readonly last: number;
  readonly before: number;
}

/** Advances the turn. One transaction offers several seats at once, in no order. */
function takeTurn(turn: Turn | undefined, tx: string, id: number): Turn {
  if (turn === undefined) return { tx, last: id, before: 0 };
  const before = turn.tx === tx ? turn.before : turn.last;
  return { tx, last: Math.max(turn.last, id), before };
}

interface Held {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Replays the history commit by commit. An accepted offer becomes a reservation at once. */
export function replayHistory(events: readonly HistoryEvent[], maxPerMember: number): Replay {
  const occupied = new Map<string, number>();
  const peaks = new Map<string, number>();
  const heldBy = new Map<string, Map<number, Held>>();
  /**
   * All slots a member ever held, and members who reached the limit: both are reasons to be
   * skipped.
   */
  const everHeld = new Map<string, Held[]>();
  const everFull = new Set<string>();
  const turns = new Map<string, Turn>();
  const violations: string[] = [];
  let offers = 0;
  const count = (slot: string, change: number) => {
    const now = (occupied.get(slot) ?? 0) + change;
    occupied.set(slot, now);
    peaks.set(slot, Math.max(peaks.get(slot) ?? 0, now));
  };
  for (const { tx, kind, id, sub, leaves, enters, startsAt, endsAt } of events) {
    if (leaves !== null) count(leaves, -1);
    if (enters !== null) count(enters, 1);
    if (kind === 'offer') {
      if (enters === null) continue;
      offers += 1;
      const turn = takeTurn(turns.get(enters), tx, id);
      turns.set(enters, turn);
      const wasElsewhere = (everHeld.get(sub) ?? []).some(
        (held) => held.startsAt < endsAt && startsAt < held.endsAt,
      );
      if (id < turn.before && !wasElsewhere && !everFull.has(sub)) {
        violations.push(`offer ${id} out of turn in ${enters}`);
      }
      continue;
    }
    const own = heldBy.get(sub) ?? new Map<number, Held>();
    heldBy.set(sub, own);
    own.delete(id);
    if (enters === null) continue;
    for (const [otherId, other] of own) {
      if (other.startsAt < endsAt && startsAt < other.endsAt)
        violations.push(`${id} meets ${otherId}`);
    }
    own.set(id, { startsAt, endsAt });
    everHeld.set(sub, [...(everHeld.get(sub) ?? []), { startsAt, endsAt }]);
    if (own.size >= maxPerMember) everFull.add(sub);
    if (own.size > maxPerMember) violations.push(`${sub} has ${own.size}`);
  }
  return { peaks, occupied, offers, violations };
}
