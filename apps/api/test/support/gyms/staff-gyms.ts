import { randomUUID } from 'node:crypto';
import type { AffectedSlot } from '@tanren/contract/problem';
import type { GymContent, StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { asc } from 'drizzle-orm';
import type { gyms } from '#db/schema/gyms.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { openReservations } from '#test/support/booking/reservations.ts';
import type { Method } from '#test/support/world.ts';
import { addGym, openDaily, type TestHours } from './gyms.ts';

/** Opens members' and staff's calls on one node whose clock stays at noon. */
export async function openStaffGyms() {
  const members = await openReservations({});
  const { db } = members;
  const staff = randomUUID();
  type Changes = Partial<typeof gyms.$inferInsert>;
  const newGym = async (changes: Changes = {}, hours: TestHours = openDaily(9, 23)) =>
    await addGym(db, hours, { name: '鍛錬 渋谷', capacity: 2, ...changes });

  async function sendAsIs(method: Method, path: string, body?: object) {
    type Sent = StaffGym & { affected?: number; affectedSlots?: AffectedSlot[] };
    return await members.call<Sent>(`${staff}/staff`, method, `/staff/gyms${path}`, body);
  }

  /**
   * Sends like a page that was opened just now: with the current version, unless the body has one.
   */
  async function send(method: Method, path: string, body: object = {}) {
    if (method === 'GET') return await sendAsIs(method, path);
    if (method === 'POST') return await sendAsIs(method, path, { draftId: randomUUID(), ...body });
    const found = await sendAsIs('GET', `/${path.split('/')[1]}`);
    const version = found.status === 200 ? found.body.version : 1;
    if (method === 'PUT') return await sendAsIs(method, path, { version, ...body });
    return await sendAsIs(method, `${path}${path.includes('?') ? '&' : '?'}version=${version}`);
  }

  /** Returns a function that lists all entries logged from now on. */
  async function watchLog() {
    const seen = await db.$count(staffAuditLog);
    return async () =>
      (await db.select().from(staffAuditLog).orderBy(asc(staffAuditLog.id))).slice(seen);
  }

  return { ...members, staff, send, sendAsIs, newGym, watchLog };
}

/** A complete gym. Tests change one field at a time. */
export const gymBody: GymContent = {
  name: '鍛錬 渋谷',
  address: '東京都渋谷区1-1',
  access: '駅から3分',
  phone: '03-0000-0001',
  email: 'shibuya@tanren.example',
  slotMinutes: 60,
  capacity: 2,
  cancelDeadlineMinutes: 60,
  joining: 'approval',
  noticeDay: 10,
  minimumAge: 0,
  healthCheck: false,
};

/** A plan that allows everything. */
export const planBody = {
  name: '月会費',
  description: '',
  price: 8800,
  taxRate: 10,
  per: 'month',
  allGyms: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  fromMinute: 0,
  untilMinute: 2880,
  visitsPerMonth: null,
  countsNoShows: true,
  offered: true,
} as const;

export const hoursOf = (opensHour: number, closesHour: number) => ({
  opensMinute: opensHour * 60,
  closesMinute: closesHour * 60,
});

export const weekOf = (hours: ReturnType<typeof hoursOf> | null) =>
  Array.from({ length: 7 }, () => hours);
