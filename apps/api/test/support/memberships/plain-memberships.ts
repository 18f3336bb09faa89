/**
 * A simple model of memberships: a sheet with one box for each day, and a list of visits. It has no
 * terms, and shares no code with the rules that it checks.
 */
export interface PlainPlan {
  readonly id: number;
  readonly gymId: number;
  readonly allGyms: boolean;
  readonly weekdays: readonly number[];
  /** Hours after midnight of the gym day. */
  readonly fromHour: number;
  readonly untilHour: number;
  readonly visits: number | null;
  readonly countsNoShows: boolean;
}

interface Box {
  readonly plan: PlainPlan;
  readonly paused: boolean;
}

export interface Contract {
  readonly id: number;
  readonly gymId: number;
  boxes: (Box | null)[];
  /** Last day set by staff, or `null`. The member cannot take it back. */
  staffLastDay: number | null;
  /** Days that staff paused. The member cannot resume on them. */
  readonly staffPaused: Set<number>;
}

export interface Visit {
  readonly id: number;
  readonly gymId: number;
  /** The number of its gym day. */
  readonly day: number;
  /** May be above 24. */
  readonly hour: number;
  contract: Contract;
  cancelled: boolean;
  came: boolean;
}

/** `from` and `to` are numbers of days. */
export type Change =
  | { readonly kind: 'plan'; readonly plan: PlainPlan; readonly from: number }
  | { readonly kind: 'pause'; readonly from: number; readonly to: number }
  | { readonly kind: 'resume' | 'end'; readonly from: number }
  | { readonly kind: 'continue' };

const dayMs = 24 * 60 * 60 * 1000;
/** More than the year, a pause of a year and the changes that staff may enter ahead. */
export const sheetDays = 1000;

/** Day 0, in Tokyo. */
export const firstDay = '2026-11-20';
const firstMidnight = Date.parse(`${firstDay}T00:00:00+09:00`);

export const dateOf = (day: number) =>
  new Date(Date.parse(`${firstDay}T00:00:00Z`) + day * dayMs).toISOString().slice(0, 10);
export const timeOf = (day: number, hour: number) =>
  new Date(firstMidnight + day * dayMs + hour * 3_600_000);
export const dayAt = (now: Date) => Math.floor((now.getTime() - firstMidnight) / dayMs);
const monthOf = (day: number) => dateOf(day).slice(0, 7);

/** Returns the first day of the month `ahead` months after the month of the day. */
export function monthStart(day: number, ahead: number): number {
  let found = day;
  for (let left = ahead; left > 0; found += 1) if (dateOf(found + 1).endsWith('-01')) left -= 1;
  return found;
}

/**
 * Returns the day from which a member's change holds. Gyms accept changes for the next month until
 * the tenth.
 */
export function noticeFrom(today: number): number {
  return monthStart(today, Number(dateOf(today).slice(8)) <= 10 ? 1 : 2);
}

export class PlainMember {
  readonly contracts: Contract[] = [];
  readonly visits: Visit[] = [];

  join(id: number, plan: PlainPlan, from: number): void {
    const boxes = Array.from({ length: sheetDays }, (_, day) =>
      day < from ? null : { plan, paused: false },
    );
    const decided = { staffLastDay: null, staffPaused: new Set<number>() };
    this.contracts.push({ id, gymId: plan.gymId, boxes, ...decided });
  }

  /** Returns the sheet after a change, or `null` if it is impossible or changes nothing. */
  static change({ boxes }: Contract, change: Change, today: number): (Box | null)[] | null {
    if (boxes.slice(today).every((box) => box === null)) return null;
    const last = boxes.findLastIndex((box) => box !== null);
    const changed = boxes.map((box, day) => {
      if (change.kind === 'continue') return day > last ? (boxes[last] ?? null) : box;
      if (box === null || day < Math.max(change.from, today)) return box;
      if (change.kind === 'plan') return { ...box, plan: change.plan };
      if (change.kind === 'pause') return day > change.to ? box : { ...box, paused: true };
      return change.kind === 'resume' ? { ...box, paused: false } : null;
    });
    return JSON.stringify(changed) === JSON.stringify(boxes) ? null : changed;
  }

  /**
   * Returns the sheet after a change that no staff checked: what staff decided remains. Returns the
   * error if nothing of the change is possible.
   */
  static changeAlone(contract: Contract, change: Change, today: number) {
    const asked = PlainMember.change(contract, change, today);
    if (asked === null) return 'change_impossible';
    const { boxes, staffLastDay, staffPaused } = contract;
    const changed = asked.map((box, day) => {
      if (box === null || day > (staffLastDay ?? sheetDays)) return null;
      return staffPaused.has(day) ? { ...box, paused: true } : box;
    });
    const resumes = change.kind !== 'resume' || changed[change.from]?.paused !== true;
    const isSame = JSON.stringify(changed) === JSON.stringify(boxes);
    return resumes && !isSame ? changed : 'decided_by_staff';
  }

  /** Remembers what staff decided on their own. Staff who resume give up the pauses from then on. */
  static decide(contract: Contract, change: Change, isRequested: boolean): void {
    const { staffPaused } = contract;
    if (change.kind === 'continue') contract.staffLastDay = null;
    if (change.kind === 'resume') {
      for (const day of staffPaused) if (day >= change.from) staffPaused.delete(day);
    }
    if (isRequested) return;
    if (change.kind === 'end') contract.staffLastDay = change.from - 1;
    if (change.kind === 'pause') {
      for (let day = change.from; day <= change.to; day += 1) staffPaused.add(day);
    }
  }

  /** Counts the used visits of the month, by the rules of the given plan. */
  private used(contract: Contract, day: number, plan: PlainPlan, now: Date): number {
    return this.visits.filter(
      (visit) =>
        visit.contract === contract &&
        !visit.cancelled &&
        monthOf(visit.day) === monthOf(day) &&
        (visit.came || plan.countsNoShows || timeOf(visit.day, visit.hour + 1) > now),
    ).length;
  }

  /**
   * Returns the used visits and the limit of a month, or `null` without a day of the contract in
   * it.
   */
  month(contract: Contract, day: number, now: Date) {
    const end = monthStart(day, 1);
    const rest = contract.boxes.slice(day, end).filter((box) => box !== null);
    const plan = (rest.find(({ paused }) => !paused) ?? rest[0])?.plan;
    if (plan === undefined) return null;
    const used = this.used(contract, day, plan, now);
    return { month: monthOf(day), used, limit: plan.visits };
  }

  /** Returns the plan if a contract allows a visit. Without `now` the monthly limit is ignored. */
  private allows(contract: Contract, visit: Place, now: Date | null): PlainPlan | null {
    const box = contract.boxes[visit.day] ?? null;
    if (box === null || box.paused) return null;
    const { plan } = box;
    if (!plan.allGyms && plan.gymId !== visit.gymId) return null;
    const weekday = new Date(`${dateOf(visit.day)}T00:00:00Z`).getUTCDay();
    if (!plan.weekdays.includes(weekday)) return null;
    if (visit.hour < plan.fromHour || visit.hour + 1 > plan.untilHour) return null;
    if (now === null || plan.visits === null) return plan;
    return this.used(contract, visit.day, plan, now) < plan.visits ? plan : null;
  }

  /** Returns the contract for a reservation, preferably one without a limit, or `null`. */
  choose(visit: Place, now: Date): Contract | null {
    const able = this.contracts.flatMap((contract) => {
      const plan = this.allows(contract, visit, now);
      return plan === null ? [] : [{ contract, plan }];
    });
    const chosen = able.find(({ plan }) => plan.visits === null) ?? able[0];
    return chosen?.contract ?? null;
  }

  mayEnter(visit: Place): boolean {
    return this.contracts.some((contract) => this.allows(contract, visit, null) !== null);
  }

  /** Lists future visits that are not cancelled, the earliest first. */
  ahead(now: Date): Visit[] {
    return this.visits
      .filter(({ day, hour, cancelled }) => !cancelled && timeOf(day, hour + 1) > now)
      .toSorted((a, b) => a.day * 48 + a.hour - (b.day * 48 + b.hour));
  }

  /** Reassigns visits after a change, and cancels the ones that no contract allows. */
  recover(now: Date): number {
    const later = this.ahead(now).filter(({ day, hour }) => timeOf(day, hour) > now);
    // No later visit counts before it has been checked itself.
    for (const visit of later) visit.cancelled = true;
    for (const visit of later) {
      const stays = this.allows(visit.contract, visit, now) !== null;
      const contract = stays ? visit.contract : this.choose(visit, now);
      if (contract === null) continue;
      visit.contract = contract;
      visit.cancelled = false;
    }
    return later.filter(({ cancelled }) => cancelled).length;
  }
}

type Place = Pick<Visit, 'gymId' | 'day' | 'hour'>;
