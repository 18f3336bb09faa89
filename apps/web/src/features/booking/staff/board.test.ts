import type { Board, BoardVisit } from '@tanren/contract/booking/staff-board';
import { expect, test } from 'vitest';
import { nameBoardFile, writeBoardCsv } from './board-csv.ts';
import {
  changeVisit,
  countBoard,
  describeSlot,
  isGoingOn,
  splitSlots,
  untilNextTurn,
} from './board-state.ts';

const at = (clock: string) => `2026-03-03T${clock}:00.000+09:00`;
const ms = (clock: string) => Date.parse(at(clock));

function visit(reservationId: number, changes: Partial<BoardVisit> = {}): BoardVisit {
  return {
    reservationId,
    member: `member-${reservationId}`,
    name: '力石 春',
    nickname: 'ハル',
    membershipNumber: '00001234',
    membershipId: 1234,
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

const slot = (starts: string, ends: string, visits: BoardVisit[] = []) => ({
  startsAt: at(starts),
  endsAt: at(ends),
  capacity: 12,
  remaining: 12 - visits.length,
  waiting: 0,
  visits,
  departed: [],
});

const entered = { enteredAt: at('18:52'), enteredBy: 'door' } as const;
const board: Board = {
  gymId: 1,
  gymName: 'TANREN 神田',
  date: '2026-03-03',
  slots: [
    slot('18:00', '19:00', [visit(1, entered), visit(2, { noShow: true })]),
    slot('19:00', '20:00', [visit(3, entered), visit(4, { noShow: true }), visit(5)]),
    // The member of the 19:00 slot stays on, and another member comes for two slots.
    slot('20:00', '21:00', [visit(6, { member: 'member-3' }), visit(7)]),
    slot('21:00', '22:00', [visit(8, { member: 'member-7' })]),
  ],
  unreserved: [],
  doorAlerts: [],
  serverTime: at('19:20'),
};

test('a slot goes on from its start and is over at its end', () => {
  const starts = (slots: Board['slots']) => slots.map(({ startsAt }) => startsAt.slice(11, 16));
  const { over, ahead } = splitSlots(board, ms('20:00'));
  expect(starts(over)).toEqual(['18:00', '19:00']);
  expect(starts(ahead)).toEqual(['20:00', '21:00']);
  expect(ahead.map((one) => isGoingOn(one, ms('20:00')))).toEqual([true, false]);
});

test('counts members once, present ones are not expected, and no-shows are visits', () => {
  expect(countBoard(board, ms('19:20'))).toEqual({ inside: 1, expected: 2, noShows: 2 });
  expect(countBoard(board, ms('23:00'))).toEqual({ inside: 0, expected: 0, noShows: 2 });
  const slots = board.slots.map((one) => ({
    ...one,
    departed: [{ id: 1, enteredAt: at('18:40') }],
  }));
  expect(countBoard({ ...board, slots: slots.slice(0, 2) }, ms('19:20')).inside).toBe(2);
  const { member, name, nickname, membershipNumber, membershipId, planName } = visit(9);
  const person = { member, name, nickname, membershipNumber, membershipId, planName };
  const unreserved = [{ ...person, onMachine: 'チェストプレス', linkedAt: at('19:05') }];
  expect(countBoard({ ...board, unreserved }, ms('19:20'))).toMatchObject({ inside: 2 });
});

test.each([
  ['19:10', 301],
  ['19:14', 61],
  ['19:20', 300],
  ['19:59', 61],
  ['23:00', 300],
])('at %s the board is fetched again within %i seconds', (clock, seconds) => {
  expect(untilNextTurn(board, ms(clock))).toBe(Math.min(seconds, 300) * 1000);
});

test('marking an entry changes one visit', () => {
  const changed = changeVisit(board, 5, entered);
  expect(changed.slots[1]?.visits.map(({ enteredBy }) => enteredBy)).toEqual([
    'door',
    null,
    'door',
  ]);
  expect(changed.slots[0]).toEqual(board.slots[0]);
});

test.each([
  [slot('19:00', '20:00'), '予約なし・空き12'],
  [slot('19:00', '20:00', [visit(1)]), '予約1・空き11'],
  [{ ...slot('19:00', '20:00', [visit(1)]), remaining: 0, waiting: 2 }, '予約1・満席・2人待ち'],
  // The slot has begun: it can no longer be reserved, but has room for eleven more people.
  [{ ...slot('18:00', '19:00', [visit(1)]), remaining: 0 }, '予約1・空き11'],
  [{ ...slot('18:00', '19:00', [visit(1)]), capacity: 1, remaining: 0 }, '予約1・満席'],
])('formats a slot: %#', (one, words) => {
  expect(describeSlot(one, ms('18:30'))).toBe(words);
});

test('writes a CSV row for each visit', () => {
  const text = writeBoardCsv({
    ...board,
    slots: [
      slot('19:00', '20:00', [
        visit(1, {
          ...entered,
          nameKana: 'リキイシ ハル',
          firstVisit: true,
          onMachine: 'レッグプレス',
          note: '膝に\n"注意"',
        }),
      ]),
      slot('20:00', '21:00', [
        visit(2, { membershipNumber: null, planName: null, noShow: true, nickname: '' }),
        visit(3, { enteredAt: at('20:05'), enteredBy: 'staff', walkIn: true }),
      ]),
      { ...slot('21:00', '22:00'), departed: [{ id: 1, enteredAt: at('20:58') }] },
    ],
  });
  expect(text.split('\r\n')).toEqual([
    '\uFEFF日付,開始,終了,名前,フリガナ,ニックネーム,会員番号,プラン,予約なし,初回,来館時刻,来館の確認,来館なし,マシン,メモ',
    '2026-03-03,19:00,20:00,力石 春,リキイシ ハル,ハル,00001234,レギュラー,,初回,18:52,入館コード,,レッグプレス,"膝に\n""注意"""',
    '2026-03-03,20:00,21:00,力石 春,,,,,,,,,来館なし,,',
    '2026-03-03,20:00,21:00,力石 春,,ハル,00001234,レギュラー,予約なし,,20:05,手動,,,',
    '2026-03-03,21:00,22:00,退会した会員,,,,,,,20:58,,,,',
    '',
  ]);
});

test('marks a name and a note that begin like a formula as text', () => {
  const slots = [slot('19:00', '20:00', [visit(1, { name: '=1+1', note: '＝1+1' })])];
  const text = writeBoardCsv({ ...board, slots });
  expect(text).toContain(",'=1+1,");
  expect(text).toContain(",'＝1+1\r\n");
});

test('names the file by gym and day', () => {
  expect(nameBoardFile({ gymName: 'TANREN 神/田', date: '2026-03-03' })).toBe(
    '受付_TANREN神田_2026-03-03.csv',
  );
});
