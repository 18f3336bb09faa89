import { listGyms } from '@tanren/contract/gyms/gyms';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import {
  addWalkIn,
  type Board,
  type BoardVisit,
  type DoorAlert,
  getBoard,
  openBoardChannel,
  setBoardNote,
  setEntry,
  type UnreservedMember,
} from '@tanren/contract/booking/staff-board';
import { findMembers } from '@tanren/contract/staff/staff-members';
import { sampleBoard, sampleVisit } from '#test/samples/boards.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { answer, lost } from '#test/support/answers.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { openLiveChannel } from '#test/machines/live-channel.ts';

/** A Tuesday, 19:10 at the gym. */
export const evening = new Date('2026-03-03T19:10:00+09:00');
export const otherGym = { ...sampleGym, id: 2, name: 'TANREN 渋谷' };

const registeredAt = evening.toISOString();
const nameMember = (id: number, nickname: string, contractName: string | null = null) => ({
  member: `00000000-0000-4000-8000-0000000000${id}`,
  nickname,
  email: `m${id}@tanren.example`,
  registeredAt,
  contractName,
});
const covered = nameMember(31, 'トビタ', '飛田 実');
const uncovered = nameMember(32, 'トビウオ');
const members = [covered, uncovered];

/** Opens the board of a gym in the evening, with its data in memory. */
export function standAtDesk({ channel: hasChannel = false } = {}) {
  takeClock(evening);
  const channel = hasChannel ? openLiveChannel() : null;
  const topic = gymTopic(sampleGym.id, 'board');
  let board = sampleBoard(evening.getTime());
  let isReachable = true;

  function change(reservationId: number, changes: Partial<BoardVisit>): void {
    board = {
      ...board,
      slots: board.slots.map((slot) => ({
        ...slot,
        visits: slot.visits.map((visit) =>
          visit.reservationId === reservationId ? { ...visit, ...changes } : visit,
        ),
      })),
    };
  }

  function alertDoor(...doorAlerts: readonly DoorAlert[]): void {
    board = { ...board, doorAlerts: [...doorAlerts] };
  }

  /** Removes the member of the visit, as after the deletion of the account. */
  function depart(reservationId: number): void {
    board = {
      ...board,
      slots: board.slots.map((slot) => {
        const left = slot.visits.find((visit) => visit.reservationId === reservationId);
        if (left === undefined || left.enteredAt === null) return slot;
        const visits = slot.visits.filter((visit) => visit !== left);
        return { ...slot, visits, departed: [{ id: 1, enteredAt: left.enteredAt }] };
      }),
    };
  }

  function trainUnreserved(...unreserved: readonly UnreservedMember[]): void {
    board = { ...board, unreserved: [...unreserved] };
  }

  answer(listGyms, [sampleGym, otherGym]);
  answer(getBoard, ({ params: { gymId }, querystring: { date = board.date } }) => {
    if (!isReachable) return lost;
    if (gymId === otherGym.id) return { ...board, gymId, gymName: otherGym.name, slots: [] };
    return date === board.date ? board : { ...board, date, slots: board.slots.slice(3) };
  });
  answer(setEntry, ({ params: { reservationId }, body: { entered } }) => {
    if (!isReachable) return lost;
    change(
      reservationId,
      entered
        ? { enteredAt: new Date().toISOString(), enteredBy: 'staff', noShow: false }
        : { enteredAt: null, enteredBy: null },
    );
    return null;
  });
  answer(addWalkIn, ({ body: { member, reason } }) => {
    if (member === uncovered.member && reason === undefined) {
      return { reservationId: null, missing: ['monthly_limit' as const, 'slot_full' as const] };
    }
    const person = members.find((one) => one.member === member) ?? covered;
    const visit = { member, walkIn: true, enteredAt: new Date().toISOString() };
    const added = sampleVisit(99, person.contractName ?? person.nickname, {
      ...visit,
      enteredBy: 'staff',
    });
    board = {
      ...board,
      slots: board.slots.map((slot, at) =>
        at === 1 ? { ...slot, visits: [...slot.visits, added] } : slot,
      ),
    };
    return { reservationId: 99, missing: [] };
  });
  answer(findMembers, ({ querystring: { query } }) => ({
    items: members.filter(({ nickname }) => nickname.includes(query)),
    nextCursor: null,
  }));
  answer(setBoardNote, ({ params: { reservationId }, body: { note } }) => {
    change(reservationId, { note });
    return null;
  });
  if (channel !== null) {
    answer(openBoardChannel, {
      url: 'ws://broker.example/mqtt',
      clientId: 'desk-1',
      username: 'staff',
      password: 'works-once',
      topics: [topic],
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
  }

  return {
    open: (address = '/staff') => openAsStaff(address),
    now: (): Board => board,
    /** Changes a visit as the door or a colleague would. */
    change,
    alertDoor,
    trainUnreserved,
    depart,
    setReachable(reachable: boolean) {
      isReachable = reachable;
    },
    isSubscribed: () => channel?.isSubscribed(topic) ?? false,
    announceChange: () => channel?.publish(topic, { type: 'changed' }),
    setChannelReachable: (reachable: boolean) => channel?.setReachable(reachable),
  };
}
