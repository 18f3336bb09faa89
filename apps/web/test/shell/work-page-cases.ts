import { staffSections } from '#features/staff/staff-sections.ts';
import { listAuditLog } from '@tanren/contract/staff/staff-audit-log';
import { getBoard, openBoardChannel } from '@tanren/contract/booking/staff-board';
import { getStaffGym } from '@tanren/contract/gyms/staff-gyms';
import { listStaffAnnouncements } from '@tanren/contract/members/staff-announcements';
import { getStaffFloor } from '@tanren/contract/machines/gym-floor';
import { getGymWaits } from '@tanren/contract/machines/machine-waits';
import {
  getStaffMachine,
  listRejectedMessages,
  listStaffMachines,
} from '@tanren/contract/machines/staff-machines';
import {
  getStaffMember,
  getStaffWorkout,
  listStaffWorkouts,
} from '@tanren/contract/staff/staff-members';
import {
  getStaffMembership,
  listMembershipRequests,
  listMemberships,
  listMembershipsOfMember,
} from '@tanren/contract/memberships/staff-memberships';
import { getMembershipDues, listDues } from '@tanren/contract/memberships/staff-dues';
import { listStaffReports } from '@tanren/contract/menus/staff-menu-reports';
import { listTrainedMembers } from '@tanren/contract/trainers/trainer-members';
import { listGyms } from '@tanren/contract/gyms/gyms';
import { sampleMembershipDues, sampleStaffDues } from '#test/samples/dues.ts';
import { sampleStaffFloor } from '#test/samples/floors.ts';
import { sampleGymWaits } from '#test/samples/machine-waits.ts';
import { sampleBoard } from '#test/samples/boards.ts';
import { sampleGym, sampleMachine, sampleStaffGym } from '#test/samples/gyms.ts';
import { sampleStaffMembership } from '#test/samples/memberships.ts';
import { fullWorkout } from '#test/samples/workouts.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { memberSub } from '#test/support/session.ts';
import { answerTrainedMember, type PageCase, staff, trainer } from './page-case.ts';

const nothing = { items: [], nextCursor: null };
const trainers = { place: '担当会員', session: trainer } as const;
const ofStaff = { session: staff } as const;
const aboutMember = { ...trainers, answerCalls: answerTrainedMember };
const memberPath = '/trainer/members/1';

export const trainerPages: readonly PageCase[] = [
  {
    path: '/trainer',
    title: '担当会員',
    ...trainers,
    answerCalls: () => answer(listTrainedMembers, { items: [], nextCursor: null }),
  },
  { path: memberPath, title: '担当会員', heading: 'ハナさん', ...aboutMember },
  {
    path: `${memberPath}/workouts/1`,
    title: '会員のトレーニング',
    heading: 'チェストプレス',
    ...aboutMember,
  },
  {
    path: `${memberPath}/training-history/1`,
    title: '会員の種目別の履歴',
    heading: 'チェストプレス',
    ...aboutMember,
  },
  { path: `${memberPath}/training-sessions/new`, title: 'メニューの作成', ...aboutMember },
  { path: `${memberPath}/training-sessions/1`, title: 'メニューの編集', ...aboutMember },
];

/** Answers the calls of staff for a gym without any data. */
export function answerStaffLists(): void {
  answer(listStaffReports, nothing);
  answer(listStaffMachines, { items: [], nextCursor: null });
  answer(listStaffAnnouncements, nothing);
  answer(listRejectedMessages, nothing);
  answer(listAuditLog, nothing);
}

const staffLists = { ...ofStaff, answerCalls: answerStaffLists };

function answerStaffMember(): void {
  answer(getStaffMember, {
    member: memberSub,
    nickname: 'ハナ',
    email: 'hana@tanren.example',
    registeredAt: '2026-03-01T09:00:00.000Z',
    workoutCount: 0,
    lastWorkoutAt: null,
    upcomingReservations: 0,
    hasTrainer: false,
    account: { devices: 2, totpEnabled: true, holdsRole: false },
    rankingVisible: true,
  });
  answer(listMembershipsOfMember, [sampleStaffMembership()]);
  answer(listStaffWorkouts, nothing);
  answer(getStaffWorkout, fullWorkout(1));
}

const aMember = { ...ofStaff, answerCalls: answerStaffMember };
const aMachine = {
  ...ofStaff,
  answerCalls: () => answer(getStaffMachine, sampleMachine({ id: 1 })),
};

const atDesk = {
  ...ofStaff,
  answerCalls: () => {
    answer(listGyms, [sampleGym]);
    answer(getBoard, sampleBoard());
    answer(openBoardChannel, rejectWith(404, 'not_found'));
    answer(listMembershipRequests, nothing);
    answer(listMemberships, { items: [sampleStaffMembership()], nextCursor: null });
    answer(getStaffMembership, {
      membership: sampleStaffMembership(),
      requests: [],
      events: [],
    });
    answer(getMembershipDues, sampleMembershipDues());
    answer(listDues, sampleStaffDues());
  },
};

const staffPageCases: readonly Omit<PageCase, 'place'>[] = [
  { path: '/staff', title: '本日の受付', ...atDesk },
  { path: '/staff/overview', title: '業務一覧', ...staffLists },
  { path: '/staff/memberships', title: '会員契約', ...atDesk },
  { path: '/staff/memberships/1', title: '会員契約の詳細', heading: '力石 春', ...atDesk },
  { path: '/staff/dues', title: '会費', ...atDesk },
  { path: '/staff/workout-corrections', title: '記録の訂正', ...staffLists },
  { path: '/staff/informations', title: 'お知らせの管理', ...staffLists },
  { path: '/staff/informations/new', title: 'お知らせを書く', ...staffLists },
  {
    path: '/staff/informations/1',
    title: 'お知らせの編集',
    ...ofStaff,
    answerCalls: () => {
      answer(listStaffAnnouncements, {
        items: [
          {
            id: 1,
            content: '設備点検のお知らせ',
            publishAt: null,
            published: false,
            updatedAt: '2026-03-01T09:00:00.000Z',
            version: 1,
          },
        ],
        nextCursor: null,
      });
    },
  },
  { path: '/staff/gyms', title: '店舗の一覧', ...staffLists },
  { path: '/staff/gyms/new', title: '店舗を追加する', ...staffLists },
  {
    path: '/staff/gyms/1',
    title: '店舗の設定',
    heading: 'TANREN 神田',
    ...ofStaff,
    answerCalls: () => answer(getStaffGym, sampleStaffGym),
  },
  {
    path: '/staff/gyms/1/floor',
    title: 'フロアの配置',
    heading: 'TANREN 神田',
    ...ofStaff,
    answerCalls: () => answer(getStaffFloor, sampleStaffFloor()),
  },
  {
    path: '/staff/gyms/1/waits',
    title: 'マシンの待ち時間',
    heading: 'TANREN 神田',
    ...ofStaff,
    answerCalls: () => answer(getGymWaits, sampleGymWaits()),
  },
  { path: '/staff/machines', title: 'マシン', ...staffLists },
  { path: '/staff/machines/new', title: 'マシンを追加', ...staffLists },
  { path: '/staff/machines/1', title: 'マシンの詳細', heading: 'マシン 1', ...aMachine },
  { path: '/staff/machines/1/label', title: 'ラベルを印刷', ...aMachine },
  { path: '/staff/rejected-messages', title: '受信エラー', ...staffLists },
  { path: '/staff/session-reports', title: '報告', ...staffLists },
  { path: '/staff/members', title: '会員検索', ...staffLists },
  { path: `/staff/members/${memberSub}`, title: '会員', heading: 'ハナ', ...aMember },
  {
    path: `/staff/members/${memberSub}/workouts/1`,
    title: 'トレーニングの記録',
    heading: 'チェストプレス',
    ...aMember,
  },
  { path: '/staff/audit-log', title: '操作履歴', ...staffLists },
];

/** Pages of staff with the section that their address belongs to. */
export const staffPages: readonly PageCase[] = staffPageCases.map((shown) => ({
  ...shown,
  place:
    staffSections.findLast(({ to }) => shown.path === to || shown.path.startsWith(`${to}/`))
      ?.label ?? null,
}));
