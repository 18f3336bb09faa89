import type { Board, BoardVisit, UnreservedMember } from '@tanren/contract/booking/staff-board';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { sampleGym } from './gyms.ts';

const hourMs = 3_600_000;

export function sampleVisit(
  reservationId: number,
  name: string,
  changes: Partial<BoardVisit> = {},
): BoardVisit {
  return {
    reservationId,
    member: `00000000-0000-4000-8000-${String(reservationId).padStart(12, '0')}`,
    name,
    nickname: '',
    membershipNumber: String(1000 + reservationId).padStart(8, '0'),
    membershipId: 1000 + reservationId,
    planName: 'レギュラー',
    firstVisit: false,
    enteredAt: null,
    enteredBy: null,
    noShow: false,
    onMachine: null,
    note: '',
    walkIn: false,
    ...changes,
  };
}

export function sampleUnreserved(
  id: number,
  name: string,
  changes: Partial<UnreservedMember> = {},
): UnreservedMember {
  const { member, nickname, membershipNumber, membershipId, planName } = sampleVisit(id, name);
  return {
    member,
    name,
    nickname,
    membershipNumber,
    membershipId,
    planName,
    onMachine: 'レッグプレス',
    linkedAt: new Date().toISOString(),
    ...changes,
  };
}

/** Returns a board with slots of an hour: the previous one, the current one and two future ones. */
export function sampleBoard(now = Date.now()): Board {
  const hour = Math.floor(now / hourMs) * hourMs;
  const at = (ms: number) => new Date(ms).toISOString();
  const entered = (ms: number, enteredBy: 'door' | 'staff') => ({ enteredAt: at(ms), enteredBy });
  const slot = (hours: number, visits: BoardVisit[], waiting = 0) => ({
    startsAt: at(hour + hours * hourMs),
    endsAt: at(hour + (hours + 1) * hourMs),
    capacity: 5,
    remaining: waiting > 0 ? 0 : 5 - visits.length,
    waiting,
    visits,
    departed: [],
  });
  return {
    gymId: sampleGym.id,
    gymName: sampleGym.name,
    date: toGymDay(new Date(hour)),
    slots: [
      slot(-1, [
        sampleVisit(1, '早川 朝子', entered(hour - hourMs, 'door')),
        sampleVisit(2, '欠席 太郎', { noShow: true }),
      ]),
      slot(0, [
        sampleVisit(3, '力石 春', {
          ...entered(hour - 480_000, 'door'),
          nickname: 'ハル',
          onMachine: 'チェストプレス',
        }),
        sampleVisit(4, '新井 初', { firstVisit: true, note: '施設の案内をする' }),
        sampleVisit(5, '手島 動', entered(hour, 'staff')),
        sampleVisit(6, '遅井 来', { unpaid: true }),
      ]),
      slot(
        1,
        [
          sampleVisit(7, '契約のない人', {
            membershipNumber: null,
            membershipId: null,
            planName: null,
          }),
        ],
        2,
      ),
      slot(2, []),
    ],
    unreserved: [],
    doorAlerts: [],
    serverTime: at(now),
  };
}
