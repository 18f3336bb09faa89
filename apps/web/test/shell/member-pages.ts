import { getMyTrainingSession, getTrainingSession } from '@tanren/contract/training-sessions';
import { getWorkoutRanking, type WorkoutRanking } from '@tanren/contract/workout-ranking';
import { getWorkout } from '@tanren/contract/workouts';
import { answer } from '#test/support/answers.ts';
import { answerShownGym, newcomer, type PageCase, shownWorkout, undecided } from './page-case.ts';
import { sampleTrainingSession } from '#test/samples/training-sessions.ts';
import { openUserPool } from '#test/support/user-pool.ts';

export const emptyRanking: WorkoutRanking = {
  items: [],
  me: null,
  total: 0,
  band: null,
  unavailable: null,
  gyms: [],
};

/** On the way in, and what everybody may read. */
export const openPages: readonly PageCase[] = [
  { path: '/login', title: 'サインイン', place: null, session: null },
  { path: '/register', title: '新規会員登録', place: null, session: null },
  { path: '/register/userinfo', title: 'プロフィールの登録', place: null, session: newcomer },
  { path: '/confirm-agreement', title: '利用規約への同意', place: null, session: undecided },
  { path: '/forgot-password', title: 'パスワードの再設定', place: null, session: null },
  { path: '/auth/native-session', title: 'アプリからのログイン', place: null, session: null },
  { path: '/privacy-policy', title: 'プライバシーポリシー', place: null, session: null },
  { path: '/terms', title: '利用規約', place: null, session: null },
  { path: '/tutorial', title: 'ご利用ガイド', place: null, session: null },
];

export const memberPages: readonly PageCase[] = [
  { path: '/', title: 'ホーム', heading: 'テツさん', place: 'ホーム' },
  { path: '/tanren-link', title: 'マシンと接続', place: '接続' },
  { path: '/informations', title: 'お知らせ', place: 'メニュー' },
  { path: '/my-trainer', title: 'マイトレーナー', place: 'メニュー' },
  { path: '/my-training-sessions', title: 'マイセッション', place: 'セッション' },
  { path: '/favorite-training-sessions', title: 'お気に入りセッション', place: 'セッション' },
  { path: '/search-training-sessions', title: 'セッションを探す', place: 'セッション' },
  { path: '/training-status', title: 'トレーニング状況', place: 'メニュー' },
  { path: '/settings', title: '設定', place: 'メニュー' },
  { path: '/settings/change-password', title: 'パスワードの変更', place: 'メニュー' },
  { path: '/settings/devices', title: 'ログイン中の端末', place: 'メニュー' },
  { path: '/settings/email', title: 'メールアドレスの変更', place: 'メニュー' },
  {
    path: '/settings/totp',
    title: '認証アプリ（2段階認証）',
    place: 'メニュー',
    answerCalls: () => openUserPool({ GetUser: { Username: 'tetsu', UserAttributes: [] } }),
  },
  { path: '/settings/trainer-connect', title: 'トレーナー連携', place: 'メニュー' },
  { path: '/settings/userinfo', title: 'プロフィールの編集', place: 'メニュー' },
  {
    path: '/training-history/1',
    title: '種目別の履歴',
    heading: 'チェストプレス',
    place: '履歴',
  },
  { path: '/training-sessions/new', title: 'セッションの作成', place: 'セッション' },
  {
    path: '/training-sessions/1',
    title: 'セッションの詳細',
    heading: '全身をひとまわり',
    place: 'セッション',
    answerCalls: () => answer(getTrainingSession, sampleTrainingSession({ trainingSessionId: 1 })),
  },
  {
    path: '/training-sessions/1/edit',
    title: 'セッションの編集',
    place: 'セッション',
    answerCalls: () =>
      answer(getMyTrainingSession, sampleTrainingSession({ trainingSessionId: 1 })),
  },
  { path: '/workouts', title: 'トレーニング履歴', place: '履歴' },
  {
    path: '/workouts/1',
    title: 'トレーニングの詳細',
    heading: 'チェストプレス',
    place: '履歴',
    answerCalls: () => answer(getWorkout, shownWorkout(1)),
  },
  {
    path: '/workout-ranking/1/tfo',
    title: 'ランキング',
    place: 'メニュー',
    answerCalls: () => answer(getWorkoutRanking, emptyRanking),
  },
  { path: '/reservations', title: '予約', place: 'メニュー' },
  {
    path: '/gyms/1',
    title: 'ジム',
    heading: 'TANREN 神田',
    place: 'メニュー',
    answerCalls: answerShownGym,
  },
];
