import { listAnnouncements } from '@tanren/contract/members/announcements';
import { getMyTrainingSession, getTrainingSession } from '@tanren/contract/menus/menus';
import { getHealthCheck } from '@tanren/contract/memberships/health-checks';
import { getMyReservation } from '@tanren/contract/booking/training-reservations';
import { getWorkoutRanking, type WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { getVisits } from '@tanren/contract/workouts/visits';
import { getWorkoutRecord } from '@tanren/contract/workouts/workout-records';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { sampleReservation } from '#test/samples/gyms.ts';
import { sampleHealthCheck } from '#test/samples/health-checks.ts';
import { formatSlot } from '#features/booking/reservations/reservation-words.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';
import { sampleRecord } from '#test/samples/workout-records.ts';
import { fullWorkout, sampleListedWorkout, sampleVisits } from '#test/samples/workouts.ts';
import { answer } from '#test/support/answers.ts';
import { openUserPool } from '#test/support/user-pool.ts';
import { answerJoinPage, answerShownGym, newcomer, type PageCase, undecided } from './page-case.ts';

export const emptyRanking: WorkoutRanking = {
  items: [],
  me: null,
  total: 0,
  band: null,
  unavailable: null,
  gyms: [],
};

/** Registration pages and pages that every visitor may read. */
export const openPages: readonly PageCase[] = [
  // spec 2.4, 6.2
  { path: '/login', title: 'ログイン', place: null, session: null },
  // spec 2.5, 6.3
  { path: '/register', title: 'アプリの新規登録', place: null, session: null },
  // spec 2.6
  { path: '/register/userinfo', title: 'プロフィールの登録', place: null, session: newcomer },
  // spec 2.7
  { path: '/confirm-agreement', title: '利用規約への同意', place: null, session: undecided },
  // spec 2.8, 6.4
  { path: '/forgot-password', title: 'パスワードの再設定', place: null, session: null },
  // spec 2.9, 6.1
  { path: '/auth/native-session', title: 'アプリからのログイン', place: null, session: null },
  // spec 2.16, 6.1
  { path: '/privacy-policy', title: 'プライバシーポリシー', place: null, session: null },
  // spec 2.17, 6.1
  { path: '/terms', title: '利用規約', place: null, session: null },
  // spec 2.18, 6.1
  { path: '/tutorial', title: 'ご利用ガイド', place: null, session: null },
  { path: '/unsubscribe', title: 'メールの配信停止', place: null, session: null },
  { path: '/gyms/1/legal-notice', title: '特定商取引法に基づく表記', place: null, session: null },
  { path: '/guardian-consent', title: '入会への同意', place: null, session: null },
];

export const memberPages: readonly PageCase[] = [
  // spec 2.3
  { path: '/', title: 'ホーム', heading: 'テツさん', place: 'ホーム' },
  // spec 2.10
  { path: '/tanren-link', title: 'マシンと接続', place: '接続' },
  // spec 2.11
  { path: '/informations', title: 'お知らせ', place: 'マイページ' },
  {
    path: '/informations/1',
    title: 'お知らせの詳細',
    heading: '開店しました',
    place: 'マイページ',
    answerCalls: () =>
      answer(listAnnouncements, [{ id: 1, publishedDt: '2022-03-29', content: '開店しました' }]),
  },
  // spec 2.12
  { path: '/my-trainer', title: 'マイトレーナー', place: 'マイページ' },
  // spec 2.13
  { path: '/my-training-sessions', title: 'マイメニュー', place: 'マイページ' },
  // spec 2.14
  { path: '/favorite-training-sessions', title: 'お気に入り', place: 'マイページ' },
  // spec 2.15
  { path: '/search-training-sessions', title: 'メニューを探す', place: 'マイページ' },
  // spec 2.19
  { path: '/training-status', title: 'トレーニング状況', place: 'マイページ' },
  // spec 2.20
  { path: '/settings', title: 'マイページ', place: 'マイページ' },
  // spec 2.21
  { path: '/settings/change-password', title: 'パスワードの変更', place: 'マイページ' },
  { path: '/settings/contact', title: 'お問い合わせ', place: 'マイページ' },
  { path: '/settings/devices', title: 'ログイン中の端末', place: 'マイページ' },
  { path: '/settings/notifications', title: '通知の設定', place: 'マイページ' },
  { path: '/settings/membership', title: '会員契約', place: 'マイページ' },
  { path: '/settings/email', title: 'メールアドレスの変更', place: 'マイページ' },
  {
    path: '/settings/totp',
    title: '認証アプリ（2段階認証）',
    place: 'マイページ',
    answerCalls: () => openUserPool({ GetUser: { Username: 'tetsu', UserAttributes: [] } }),
  },
  // spec 2.22
  { path: '/settings/trainer-connect', title: 'トレーナー連携', place: 'マイページ' },
  // spec 2.23
  { path: '/settings/unsent', title: '未送信の変更', place: 'マイページ' },
  { path: '/settings/userinfo', title: 'プロフィールの編集', place: 'マイページ' },
  // spec 2.24
  {
    path: '/training-history/1',
    title: '種目別の履歴',
    heading: 'チェストプレス',
    place: '履歴',
  },
  // spec 2.25
  { path: '/training-sessions/new', title: 'メニューの作成', place: 'マイページ' },
  // spec 2.26
  {
    path: '/training-sessions/1',
    title: 'メニューの詳細',
    heading: '全身をひとまわり',
    place: 'マイページ',
    answerCalls: () => answer(getTrainingSession, sampleTrainingSession({ trainingSessionId: 1 })),
  },
  // spec 2.27
  {
    path: '/training-sessions/1/edit',
    title: 'メニューの編集',
    place: 'マイページ',
    answerCalls: () =>
      answer(getMyTrainingSession, sampleTrainingSession({ trainingSessionId: 1 })),
  },
  // spec 2.28
  { path: '/workouts', title: 'トレーニング履歴', place: '履歴' },
  {
    path: '/visits/2026-03-12',
    title: '来館の記録',
    heading: '3月12日(木)',
    place: '履歴',
    answerCalls: () => {
      const visits = sampleVisits([sampleListedWorkout({ personalBests: ['max'] })]);
      answer(getVisits, { date: '2026-03-12', visits });
    },
  },
  {
    path: '/visits/2026-03-12/finished',
    title: 'トレーニング終了',
    heading: 'おつかれさまでした',
    place: null,
    layout: 'moment',
    answerCalls: () => {
      const visits = sampleVisits([sampleListedWorkout({ personalBests: ['max'] })]);
      answer(getVisits, { date: '2026-03-12', visits });
    },
  },
  // spec 2.29
  {
    path: '/workouts/1',
    title: 'トレーニングの詳細',
    heading: 'チェストプレス',
    place: '履歴',
    answerCalls: () => {
      answer(getWorkout, fullWorkout(1));
      answer(getWorkoutRecord, sampleRecord(fullWorkout(1)));
    },
  },
  {
    path: '/workouts/1/correction',
    title: '記録の訂正',
    place: '履歴',
    answerCalls: () => {
      answer(getWorkout, fullWorkout(1));
      answer(getWorkoutRecord, sampleRecord(fullWorkout(1)));
    },
  },
  { path: '/rejected-workouts', title: '記録の受け取りと除外', place: '履歴' },
  // spec 2.30
  {
    path: '/workout-ranking/1/tfo',
    title: 'ランキング',
    place: 'マイページ',
    answerCalls: () => answer(getWorkoutRanking, emptyRanking),
  },
  {
    path: '/reservations/1',
    title: '予約の詳細',
    heading: formatSlot(sampleReservation),
    place: '予約',
    answerCalls: () => answer(getMyReservation, sampleReservation),
  },
  { path: '/reservations', title: '予約', place: '予約' },
  {
    path: '/gyms/1',
    title: 'ジム',
    heading: 'TANREN 神田',
    place: '予約',
    answerCalls: answerShownGym,
  },
  {
    path: '/gyms/1/health-check',
    title: '健康チェック',
    place: '予約',
    answerCalls: () => answer(getHealthCheck, sampleHealthCheck),
  },
  {
    path: '/gyms/1/join',
    title: 'プランの申し込み',
    heading: 'プランを選ぶ',
    place: '予約',
    answerCalls: answerJoinPage,
  },
  {
    path: '/gyms/1/joined',
    title: '入会の完了',
    heading: 'ようこそ、TANREN 神田へ',
    place: null,
    layout: 'moment',
    answerCalls: answerShownGym,
  },
];
