import {
  getGym,
  getWeeklyHours,
  type Gym,
  listGyms,
  type WeeklyHours,
} from '@tanren/contract/gyms';
import {
  cancelReservation,
  createReservation,
  listMyReservations,
  listReservationSlots,
  moveReservation,
  type ReservationSlot,
  type TrainingReservation,
} from '@tanren/contract/training-reservations';
import { toGymDay } from '@tanren/domain/gym-day';
import { toGymInstant } from '@tanren/domain/gym-instants';
import { addDays } from '@tanren/domain/training-weeks';
import { answer, refuse } from './answers.ts';

export const gymId = 1;
export const dayAhead = (days: number) => addDays(toGymDay(new Date()), days);
export const tomorrow = () => dayAhead(1);

export const sampleGym: Gym = {
  id: gymId,
  name: 'TANREN 神田',
  address: '東京都千代田区神田鍛冶町0-0-0',
  access: 'JR神田駅から徒歩3分',
  phone: '03-0000-1234',
  mapUrl: 'https://www.google.com/maps/search/?api=1&query=x',
  timeZone: 'Asia/Tokyo',
  slotMinutes: 60,
  capacity: 5,
  cancelDeadlineMinutes: 60,
  reservableDays: 28,
};

interface GymBookOptions {
  readonly capacity?: number;
  /** In hours of the day, beyond 24 the next morning. */
  readonly opens?: number;
  readonly closes?: number;
  readonly specialDays?: WeeklyHours['specialDays'];
}

/** A gym that keeps its reservations in memory and answers the calls about them. */
export function openGymBook(options: GymBookOptions = {}) {
  const { capacity = 5, opens = 0, closes = 24, specialDays = [] } = options;
  const others = new Map<string, number>();
  const mine: TrainingReservation[] = [];
  let lastId = 0;

  const countOthers = (startsAt: string) => others.get(startsAt) ?? 0;
  const findMine = (startsAt: string) =>
    mine.find((one) => one.startsAt === startsAt && one.status === 'reserved');

  function hoursOf(date: string) {
    const special = specialDays.find((day) => day.date === date);
    if (special) return special.hours;
    return { opensMinute: opens * 60, closesMinute: closes * 60 };
  }

  function listSlots(date: string): ReservationSlot[] {
    const hours = hoursOf(date);
    if (hours === null) return [];
    const slots: ReservationSlot[] = [];
    for (let minute = hours.opensMinute; minute + 60 <= hours.closesMinute; minute += 60) {
      const startsAt = toGymInstant(date, minute).toISOString();
      const own = findMine(startsAt);
      slots.push({
        startsAt,
        endsAt: toGymInstant(date, minute + 60).toISOString(),
        capacity,
        remaining: capacity - countOthers(startsAt) - (own ? 1 : 0),
        mine: own !== undefined,
        reservationId: own?.id ?? null,
        waiting: 0,
        myWait: null,
      });
    }
    return slots;
  }

  function makeReservation(date: string, startsAt: string): TrainingReservation {
    lastId += 1;
    const made: TrainingReservation = {
      id: lastId,
      gymId,
      gymName: sampleGym.name,
      date,
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
      trainingSession: null,
      changeableUntil: new Date(Date.parse(startsAt) - 3_600_000).toISOString(),
      status: 'reserved',
      gymCancelReason: null,
    };
    mine.push(made);
    return made;
  }

  function take(id: number): TrainingReservation | undefined {
    const index = mine.findIndex((one) => one.id === id);
    return index === -1 ? undefined : mine.splice(index, 1)[0];
  }

  const isFull = (startsAt: string) => countOthers(startsAt) >= capacity;

  answer(listGyms, [sampleGym]);
  answer(getGym, { ...sampleGym, capacity });
  answer(getWeeklyHours, {
    weekly: Array.from({ length: 7 }, () => ({
      opensMinute: opens * 60,
      closesMinute: closes * 60,
    })),
    specialDays,
  });
  answer(listReservationSlots, ({ params }) => ({ slots: listSlots(params.date) }));
  answer(listMyReservations, ({ querystring }) => ({
    items: querystring.time === 'past' ? [] : mine.toSorted(byStart),
    nextCursor: null,
  }));
  answer(createReservation, ({ params, body }) => {
    const startsAt = new Date(body.startsAt).toISOString();
    if (findMine(startsAt)) return refuse(409, 'overlap');
    return isFull(startsAt) ? refuse(409, 'slot_full') : makeReservation(params.date, startsAt);
  });
  answer(moveReservation, ({ params, body }) => {
    const startsAt = new Date(body.startsAt).toISOString();
    if (isFull(startsAt)) return refuse(409, 'slot_full');
    const old = take(params.reservationId);
    if (!old) return refuse(404, 'not_found');
    const moved = { ...makeReservation(toGymDay(new Date(startsAt)), startsAt), id: old.id };
    mine.splice(-1, 1, moved);
    return moved;
  });
  answer(cancelReservation, ({ params }) => {
    take(params.reservationId);
    return null;
  });

  const instantOf = (hour: number, date = tomorrow()) =>
    toGymInstant(date, hour * 60).toISOString();
  return {
    /** Reserved by other people. */
    fill(hour: number, count: number, date = tomorrow()) {
      const startsAt = instantOf(hour, date);
      others.set(startsAt, countOthers(startsAt) + count);
    },
    /** Reserved by the member before. */
    reserve: (hour: number, date = tomorrow()) => makeReservation(date, instantOf(hour, date)),
    countMine: (hour: number, date = tomorrow()) => (findMine(instantOf(hour, date)) ? 1 : 0),
    mine,
  };
}

function byStart(a: TrainingReservation, b: TrainingReservation): number {
  return a.startsAt < b.startsAt ? -1 : 1;
}
