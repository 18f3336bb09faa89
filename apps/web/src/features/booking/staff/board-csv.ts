import type { Board, BoardVisit } from '@tanren/contract/booking/staff-board';
import { byteOrderMark, formatCsvLine } from '@tanren/domain/csv';
import { formatGymClock } from '#lib/dates.ts';
import { type BoardSlot, departedName, entryWays } from './board-state.ts';

const columns = [
  '日付',
  '開始',
  '終了',
  '名前',
  'フリガナ',
  'ニックネーム',
  '会員番号',
  'プラン',
  '予約なし',
  '初回',
  '来館時刻',
  '来館の確認',
  '来館なし',
  'マシン',
  'メモ',
];

/** Returns one CSV row per visit, also for members who have deleted their account. */
export function writeBoardCsv({ date, slots }: Pick<Board, 'date' | 'slots'>): string {
  const rows = slots.flatMap((slot) => [
    ...slot.visits.map((visit) => listCells(date, slot, visit)),
    ...slot.departed.map(({ enteredAt }) => listDepartedCells(date, slot, enteredAt)),
  ]);
  return byteOrderMark + [columns, ...rows].map(formatCsvLine).join('');
}

function listSlotCells(date: string, { startsAt, endsAt }: BoardSlot): string[] {
  return [date, formatGymClock(startsAt), formatGymClock(endsAt)];
}

function listCells(date: string, slot: BoardSlot, visit: BoardVisit): string[] {
  return [
    ...listSlotCells(date, slot),
    visit.name,
    visit.nameKana ?? '',
    visit.nickname,
    visit.membershipNumber ?? '',
    visit.planName ?? '',
    visit.walkIn ? '予約なし' : '',
    visit.firstVisit ? '初回' : '',
    visit.enteredAt === null ? '' : formatGymClock(visit.enteredAt),
    visit.enteredBy === null ? '' : entryWays[visit.enteredBy],
    visit.noShow ? '来館なし' : '',
    visit.onMachine ?? '',
    visit.note,
  ];
}

/** Returns the cells of a visit whose member has deleted the account. Only its time is known. */
function listDepartedCells(date: string, slot: BoardSlot, enteredAt: string): string[] {
  const known = new Map([
    ['名前', departedName],
    ['来館時刻', formatGymClock(enteredAt)],
  ]);
  const place = listSlotCells(date, slot);
  return [...place, ...columns.slice(place.length).map((column) => known.get(column) ?? '')];
}

/** Returns the name of the CSV file without characters that file names cannot contain. */
export function nameBoardFile({ gymName, date }: Pick<Board, 'gymName' | 'date'>): string {
  return `受付_${gymName.replaceAll(/[\\/:*?"<>|\s]/g, '')}_${date}.csv`;
}
