import type { GymCrowd } from '@tanren/contract/gyms/gym-crowd';
import type { Gym, WeeklyHours } from '@tanren/contract/gyms/gyms';
import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';

type DayHours = WeeklyHours['weekly'][number];

/** Returns opening hours for a week. Hours above 24 are on the next morning. */
export const everyDay = (opens: number, closes: number): DayHours[] =>
  Array.from({ length: 7 }, () => ({ opensMinute: opens * 60, closesMinute: closes * 60 }));

const place = {
  name: 'TANREN 神田',
  address: '東京都千代田区神田鍛冶町0-0-0',
  access: 'JR神田駅から徒歩3分',
  phone: '03-0000-1234',
  email: 'kanda@tanren.example',
  joining: 'open' as const,
  noticeDay: 10,
  minimumAge: 0,
  healthCheck: true,
};

export const sampleGym: Gym = {
  ...place,
  id: 1,
  mapUrl: 'https://www.google.com/maps/search/?api=1&query=x',
  timeZone: 'Asia/Tokyo',
  slotMinutes: 60,
  capacity: 5,
  cancelDeadlineMinutes: 60,
  reservableDays: 28,
};

/** A gym with one machine, which is not in use. */
export const sampleCrowd: GymCrowd = {
  at: '2026-03-03T09:00:00.000Z',
  machineCount: 1,
  machinesInUse: 0,
  types: [{ workoutTypeId: 1, machineCount: 1, inUse: 0, expected: 0 }],
  slots: [],
};

const tomorrow = addDays(toGymDay(new Date()), 1);

/** Reservation for tomorrow evening with a menu. */
export const sampleReservation: TrainingReservation = {
  id: 1,
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  date: tomorrow,
  startsAt: toGymInstant(tomorrow, 19 * 60).toISOString(),
  endsAt: toGymInstant(tomorrow, 20 * 60).toISOString(),
  trainingSession: { trainingSessionId: 1, title: '全身をひとまわり' },
  changeableUntil: toGymInstant(tomorrow, 18 * 60).toISOString(),
  status: 'reserved',
  gymCancelReason: null,
};

/** Rights of a plan that is valid during all opening hours. */
export const wholeWeek = {
  allGyms: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  fromMinute: 0,
  untilMinute: 2880,
  visitsPerMonth: null,
  countsNoShows: false,
  offered: true,
};

/** The gym as staff get it. */
export const sampleStaffGym: StaffGym = {
  ...place,
  id: 7,
  version: 1,
  slotMinutes: 60,
  capacity: 12,
  cancelDeadlineMinutes: 120,
  weekly: everyDay(6, 26),
  specialDays: [],
  plans: [
    {
      id: 1,
      name: 'レギュラー',
      description: '営業時間中、いつでもご利用いただけます。',
      price: 8800,
      taxRate: 10,
      per: 'month',
      ...wholeWeek,
      memberships: 3,
    },
    {
      id: 2,
      name: '1回利用',
      description: '',
      price: 1650,
      taxRate: 10,
      per: 'visit',
      ...wholeWeek,
      memberships: 0,
    },
  ],
  upcomingReservations: 0,
};

/** Returns a chest press that is connected and not in use. */
export function sampleMachine(changes: Partial<StaffMachine> = {}): StaffMachine {
  return {
    id: 12,
    gymId: 1,
    gymName: 'TANREN 新宿',
    workoutTypeId: 1,
    minLoad: 5,
    maxLoad: 150,
    loadStep: 2.5,
    firmware: '1.4.0',
    online: true,
    lastSeenAt: new Date().toISOString(),
    inUse: false,
    rejectedToday: 0,
    createdAt: '2026-01-05T01:00:00.000Z',
    retiredAt: null,
    ...changes,
  };
}
