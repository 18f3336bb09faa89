import type { Page } from '@playwright/test';
import {
  everyDay,
  sampleCrowd,
  sampleGym,
  sampleReservation,
  sampleStaffGym,
} from '@tanren/web/test/samples/gyms.ts';
import { sampleTrainedMember } from '@tanren/web/test/samples/members.ts';
import { dayPlan, sampleMembership, samplePlan } from '@tanren/web/test/samples/memberships.ts';
import { sampleTrainingSession } from '@tanren/web/test/samples/menus.ts';
import { sampleRecord, sampleStaffCorrection } from '@tanren/web/test/samples/workout-records.ts';
import { fullWorkout, sampleVisits } from '@tanren/web/test/samples/workouts.ts';
import { profileOf, readyMember, type SessionState } from '#support/identity/auth-session.ts';

/** Answers by path, for requests whose data a replaced session cannot have. */
type Answers = Readonly<Record<string, unknown>>;

export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  for (const [path, json] of Object.entries(answers)) {
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
  }
}

const workout = fullWorkout(1);
const record = sampleRecord(workout);
const trainingSession = sampleTrainingSession({ trainingSessionId: 1 });

/** All requests of a gym's page. */
const answersOfGym: Answers = {
  '/api/gyms/1': sampleGym,
  '/api/gyms/1/weekly-hours': { weekly: everyDay(6, 26), specialDays: [] },
  '/api/gyms/1/subscription-plans': [samplePlan, dayPlan],
  '/api/gyms/1/business-hours/**': {
    date: '2026-03-03',
    closed: false,
    opens: '2026-03-02T21:00:00.000Z',
    closes: '2026-03-03T17:00:00.000Z',
    special: false,
    note: '',
  },
  '/api/gyms/1/door': {
    available: false,
    reason: 'no_reservation',
    upcoming: [],
    serverTime: sampleCrowd.at,
  },
  '/api/gyms/1/crowd': sampleCrowd,
};

/** Requests of a trainer about a member, whom the replaced session cannot have. */
const answersOfTrainedMember: Answers = {
  '/api/trainer/members/1': sampleTrainedMember,
  '/api/trainer/members/1/workout-loads': [],
  '/api/trainer/members/1/workouts/1': workout,
  '/api/trainer/members/1/workout-history/1*': { points: [], bests: null, workoutCount: 0 },
  '/api/trainer/members/1/training-sessions/1': trainingSession,
};

interface PageCase {
  readonly path: string;
  readonly title: string;
  /** Heading of the page, if it differs from the title. */
  readonly heading?: string;
  /** `null` when the visitor is not signed in. */
  readonly session: SessionState | null;
  readonly answers?: Answers;
}

const trainer: SessionState = { ...readyMember, groups: ['trainer'] };
const staff: SessionState = { ...readyMember, groups: ['staff'] };
const newcomer: SessionState = { userInfo: null };
const undecided: SessionState = { userInfo: profileOf(true, 2) };

/** All pages of the app, each with an address and a user who may open it. */
export const pages: readonly PageCase[] = [
  { path: '/', title: 'ホーム', heading: 'テツさん', session: readyMember },
  { path: '/login', title: 'ログイン', session: null },
  { path: '/register', title: 'アプリの新規登録', session: null },
  { path: '/register/userinfo', title: 'プロフィールの登録', session: newcomer },
  { path: '/confirm-agreement', title: '利用規約への同意', session: undecided },
  { path: '/forgot-password', title: 'パスワードの再設定', session: null },
  { path: '/auth/native-session', title: 'アプリからのログイン', session: null },
  { path: '/tanren-link', title: 'マシンと接続', session: readyMember },
  { path: '/informations', title: 'お知らせ', session: readyMember },
  { path: '/my-trainer', title: 'マイトレーナー', session: readyMember },
  { path: '/my-training-sessions', title: 'マイメニュー', session: readyMember },
  { path: '/favorite-training-sessions', title: 'お気に入り', session: readyMember },
  { path: '/search-training-sessions', title: 'メニューを探す', session: readyMember },
  { path: '/privacy-policy', title: 'プライバシーポリシー', session: null },
  { path: '/terms', title: '利用規約', session: null },
  { path: '/tutorial', title: 'ご利用ガイド', session: null },
  { path: '/training-status', title: 'トレーニング状況', session: readyMember },
  { path: '/settings', title: 'マイページ', session: readyMember },
  { path: '/settings/change-password', title: 'パスワードの変更', session: readyMember },
  { path: '/settings/contact', title: 'お問い合わせ', session: readyMember },
  {
    path: '/settings/membership',
    title: '会員契約',
    session: readyMember,
    answers: {
      ...answersOfGym,
      '/api/my/memberships': { memberships: [sampleMembership({ gymId: 1 })], requests: [] },
      '/api/my/membership-events*': { items: [], nextCursor: null },
    },
  },
  { path: '/settings/trainer-connect', title: 'トレーナー連携', session: readyMember },
  { path: '/settings/unsent', title: '未送信の変更', session: readyMember },
  { path: '/settings/userinfo', title: 'プロフィールの編集', session: readyMember },
  {
    path: '/training-history/1',
    title: '種目別の履歴',
    heading: 'チェストプレス',
    session: readyMember,
  },
  { path: '/training-sessions/new', title: 'メニューの作成', session: readyMember },
  {
    path: '/training-sessions/1',
    title: 'メニューの詳細',
    heading: '全身をひとまわり',
    session: readyMember,
    answers: { '/api/training-sessions/1': trainingSession },
  },
  {
    path: '/training-sessions/1/edit',
    title: 'メニューの編集',
    session: readyMember,
    answers: {
      '/api/training-sessions/1': trainingSession,
      '/api/my/training-sessions/1': trainingSession,
    },
  },
  { path: '/workouts', title: 'トレーニング履歴', session: readyMember },
  {
    path: '/visits/2026-03-12',
    title: '来館の記録',
    heading: '3月12日(木)',
    session: readyMember,
    answers: {
      '/api/visits/2026-03-12': { date: '2026-03-12', visits: sampleVisits([workout]) },
    },
  },
  {
    path: '/workouts/1',
    title: 'トレーニングの詳細',
    heading: 'チェストプレス',
    session: readyMember,
    answers: { '/api/workouts/1': workout, '/api/workouts/1/record': record },
  },
  {
    path: '/workouts/1/correction',
    title: '記録の訂正',
    session: readyMember,
    answers: { '/api/workouts/1': workout, '/api/workouts/1/record': record },
  },
  {
    path: '/rejected-workouts',
    title: '受け取った記録と外した記録',
    session: readyMember,
    answers: {
      '/api/rejected-workouts*': {
        items: [
          {
            workout,
            rejectedAt: '2026-03-12T10:00:00.000Z',
            undoUntil: '2026-04-11T10:00:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
  { path: '/workout-ranking/1/tfo', title: 'ランキング', session: readyMember },
  { path: '/reservations', title: '予約', session: readyMember },
  {
    path: '/reservations/1',
    title: '予約の詳細',
    heading: '19:00〜20:00',
    session: readyMember,
    answers: { '/api/training-reservations/my/1': sampleReservation },
  },
  {
    path: '/gyms/1',
    title: 'ジム',
    heading: 'TANREN 神田',
    session: readyMember,
    answers: answersOfGym,
  },
  {
    path: '/gyms/1/join',
    title: 'プランの申し込み',
    heading: 'プランを選ぶ',
    session: readyMember,
    answers: answersOfGym,
  },
  { path: '/trainer', title: '担当会員', session: trainer },
  {
    path: '/trainer/members/1',
    title: '担当会員',
    heading: 'ハナさん',
    session: trainer,
    answers: answersOfTrainedMember,
  },
  {
    path: '/trainer/members/1/workouts/1',
    title: '会員のトレーニング',
    heading: 'チェストプレス',
    session: trainer,
    answers: answersOfTrainedMember,
  },
  {
    path: '/trainer/members/1/training-history/1',
    title: '会員の種目別の履歴',
    heading: 'チェストプレス',
    session: trainer,
    answers: answersOfTrainedMember,
  },
  {
    path: '/trainer/members/1/training-sessions/new',
    title: 'メニューの作成',
    session: trainer,
    answers: answersOfTrainedMember,
  },
  {
    path: '/trainer/members/1/training-sessions/1',
    title: 'メニューの編集',
    session: trainer,
    answers: answersOfTrainedMember,
  },
  { path: '/staff', title: '店舗管理', session: staff },
  { path: '/staff/board', title: '本日の受付', session: staff },
  { path: '/staff/memberships', title: '会員契約', session: staff },
  {
    path: '/staff/workout-corrections',
    title: '記録の訂正',
    session: staff,
    answers: {
      '/api/staff/workout-corrections*': { items: [sampleStaffCorrection()], nextCursor: null },
    },
  },
  { path: '/staff/informations', title: 'お知らせの管理', session: staff },
  { path: '/staff/informations/new', title: 'お知らせを書く', session: staff },
  { path: '/staff/gyms', title: '店舗の一覧', session: staff },
  { path: '/staff/gyms/new', title: '店舗を追加する', session: staff },
  {
    path: '/staff/gyms/1',
    title: '店舗の設定',
    heading: 'TANREN 神田',
    session: staff,
    answers: { '/api/staff/gyms/1': sampleStaffGym },
  },
  { path: '/staff/machines', title: 'マシン', session: staff },
  { path: '/staff/machines/new', title: 'マシンを追加', session: staff },
  { path: '/staff/rejected-messages', title: '受信エラー', session: staff },
  { path: '/staff/session-reports', title: '報告', session: staff },
  { path: '/staff/members', title: '会員検索', session: staff },
  { path: '/staff/audit-log', title: '操作履歴', session: staff },
];
