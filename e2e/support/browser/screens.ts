import type { Page } from '@playwright/test';
import {
  sampleEvent,
  sampleRecord,
  sampleStaffCorrection,
  shortSets,
} from '@tanren/web/test/samples/workout-records.ts';
import { fullWorkout, sampleListedWorkout } from '@tanren/web/test/samples/workouts.ts';
import { profileOf } from '#support/identity/auth-session.ts';

/** People of the demo world. `empty` is a member who has done nothing yet. */
export type Person = 'visitor' | 'demo' | 'empty' | 'trainer' | 'staff';

/** Fetches a list as the person and returns this field of its first item. */
export type FirstOf = (path: string, field: string) => Promise<string>;

export interface Screen {
  /** Address, or a function that finds it in the person's lists. */
  readonly at: string | ((firstOf: FirstOf) => Promise<string>);
  /** Suffix of the picture's name. Absent for a page as it opens. */
  readonly state?: string;
  /** Answers by path, for data that the person does not have. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Taps and texts that lead to the state. */
  readonly steps?: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();
const see = (page: Page, text: string) => page.getByText(text).first().waitFor();
const pressing =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await press(page, name);
  };
const showing =
  (...summaries: string[]) =>
  async (page: Page) => {
    for (const summary of summaries) await page.getByText(summary).first().click();
  };

const pages = (...addresses: string[]): Screen[] => addresses.map((at) => ({ at }));
const listOf = (...items: unknown[]) => ({ items, nextCursor: null });

const at = '2026-03-12T10:00:00.000Z';
const original = fullWorkout(1);
const listed = sampleListedWorkout(original);
const reason = 'ピンの位置を読み違えました';
const change = { before: shortSets(original), after: [{ loadKg: 50, repCount: 11 }] };
const corrected = { ...original, correction: { reason, correctedAt: at, by: 'member' } };
const correction = { id: 1, state: 'pending', reason, madeAt: at, decidedAt: null, ...change };
const pending = sampleRecord(original, {
  correctedAt: at,
  ranked: false,
  correction: { ...correction, state: 'pending', decisionReason: null },
  events: [
    sampleEvent('recorded', { by: 'machine' }),
    sampleEvent('claimed'),
    sampleEvent('corrected', { at, reason, ...change }),
  ],
});
const undoUntil = '2026-04-11T10:00:00.000Z';
const rejected = sampleRecord(original, {
  rejection: { rejectedAt: at, reason: null, undoUntil },
  events: [sampleEvent('recorded', { by: 'machine' }), sampleEvent('rejected', { at })],
});
const claim = {
  id: 1,
  state: 'stored',
  claimedAt: at,
  machineId: 12,
  workoutTypeId: 1,
  gymId: 1,
  gymName: 'TANREN 神田',
  workoutId: 1,
};
const announcement =
  '年末年始の営業時間について\n12月29日から1月3日までは10:00〜18:00の営業となります。';

/** Pretends that the browser has a worker and the given permission for notifications. */
function permitting(permission: string, isApple: boolean) {
  return async (page: Page) => {
    await page.addInitScript(
      ([said, apple]) => {
        if (apple) {
          Object.defineProperty(navigator, 'standalone', { value: false });
          Reflect.deleteProperty(window, 'PushManager');
        }
        const pushManager = { getSubscription: async () => null };
        Object.defineProperty(navigator.serviceWorker, 'getRegistration', {
          value: async () => ({ pushManager, active: null }),
        });
        Object.defineProperty(Notification, 'permission', { value: said });
      },
      [permission, isApple] as const,
    );
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
}

const visitorScreens: readonly Screen[] = [
  ...pages('/login', '/register', '/forgot-password', '/register/userinfo', '/confirm-agreement'),
  ...pages('/auth/native-session', '/tutorial', '/terms', '/privacy-policy', '/unsubscribe'),
  ...pages('/guardian-consent'),
  ...pages('/login?next=%2Fworkouts'),
  { at: '/login', state: 'empty', steps: pressing('ログイン') },
  {
    at: '/login',
    state: 'rejected',
    steps: async (page) => {
      await page.getByLabel('メールアドレス').fill('nobody@tanren.example');
      await page.getByLabel('パスワード', { exact: true }).fill('wrong-2024');
      await press(page, 'ログイン');
      await see(page, '正しくありません');
    },
  },
  {
    at: '/register',
    state: 'invalid',
    steps: async (page) => {
      await page.getByLabel('メールアドレス').fill('tanaka');
      await page.getByLabel('パスワード', { exact: true }).fill('tanren2024');
      await page.getByLabel('パスワード', { exact: true }).blur();
    },
  },
  {
    at: '/forgot-password',
    state: 'code',
    steps: async (page) => {
      await page.getByLabel('メールアドレス').fill('trainer@tanren.example');
      await press(page, '確認コードを受け取る');
      await page.getByLabel('確認コード').waitFor();
    },
  },
];

const memberPages = pages(
  '/',
  '/workouts',
  '/workouts?view=list',
  '/workouts?view=types',
  '/workouts?view=muscles',
  '/workouts?workoutType=4',
  '/rejected-workouts',
  '/training-status',
  '/training-history/1',
  '/training-history/1?period=all',
  '/workout-ranking/1/tfo',
  '/workout-ranking/1/max',
  '/workout-ranking/1/tfo?scale=growth',
  '/workout-ranking/1/tfo?scale=per-weight',
  '/workout-ranking/1/tfo?scale=band',
  '/workout-ranking/1/tfo?period=last-month',
  '/my-training-sessions',
  '/favorite-training-sessions',
  '/search-training-sessions',
  '/search-training-sessions?query=xyz&tag=胸',
  '/training-sessions/new',
  '/my-trainer',
  '/tanren-link',
  '/tanren-link?code=C12-ABCD-EFGH-JKLM',
  '/informations',
  '/reservations',
  '/reservations?view=mine',
  '/gyms/1',
  '/gyms/2/health-check',
  '/gyms/1/join',
  '/gyms/1/joined',
  '/gyms/1/legal-notice',
  '/gyms/2',
  '/settings',
  '/settings/change-password',
  '/settings/contact',
  '/settings/devices',
  '/settings/email',
  '/settings/membership',
  '/settings/notifications',
  '/settings/totp',
  '/settings/trainer-connect',
  '/settings/unsent',
  '/settings/userinfo',
  '/workouts/2147483647',
  '/no-such-page',
);

const ownMenu: Screen['at'] = async (firstOf) =>
  `/training-sessions/${await firstOf('/my/training-sessions', 'trainingSessionId')}`;
const othersMenu: Screen['at'] = async (firstOf) =>
  `/training-sessions/${await firstOf('/training-sessions', 'trainingSessionId')}`;
const editMenu: Screen['at'] = async (firstOf) =>
  `/training-sessions/${await firstOf('/my/training-sessions', 'trainingSessionId')}/edit`;
const workout: Screen['at'] = async (firstOf) => `/workouts/${await firstOf('/workouts', 'id')}`;

const demoScreens: readonly Screen[] = [
  ...memberPages,
  { at: workout },
  { at: async (firstOf) => `/workouts/${await firstOf('/workouts', 'id')}/correction` },
  { at: async (firstOf) => `/visits/${await firstOf('/visits', 'date')}` },
  { at: async (firstOf) => `/visits/${await firstOf('/visits', 'date')}/finished` },
  { at: async (firstOf) => `/informations/${await firstOf('/informations', 'id')}` },
  { at: async (firstOf) => `/reservations/${await firstOf('/training-reservations/my', 'id')}` },
  { at: ownMenu },
  { at: editMenu },
  { at: othersMenu },
  { at: workout, state: 'table', steps: showing('1回ごとの記録を表で見る') },
  { at: '/training-status', state: 'table', steps: showing('すべての部位を表で見る') },
  {
    at: '/training-status',
    state: 'error',
    steps: async (page) => {
      await page.route('**/api/training-status', (route) => route.abort());
      await page.reload();
      await see(page, 'ネットワークエラー');
    },
  },
  { at: '/gyms/1', state: 'types', steps: showing('種目ごとに見る') },
  {
    at: '/gyms/1/join?plan=1',
    state: 'confirm',
    answers: { '/api/my/memberships': { memberships: [], requests: [] } },
    steps: async (page) => {
      await page.getByLabel('氏名').fill('力石 春');
      await press(page, '確認画面へ進む');
      await see(page, 'ご契約の成立');
    },
  },
  {
    at: '/search-training-sessions',
    state: 'word',
    steps: async (page) => {
      await page.getByRole('searchbox').fill('ちぇすと');
      await page.waitForURL(/query=/);
      await page.locator('[aria-busy=false]').waitFor();
    },
  },
  { at: ownMenu, state: 'delete', steps: pressing('削除する') },
  { at: othersMenu, state: 'report', steps: pressing('問題を報告する', '送信する') },
  { at: '/training-sessions/new', state: 'invalid', steps: pressing('保存する') },
  {
    at: editMenu,
    state: 'leave',
    steps: async (page) => {
      await page.getByLabel('タイトル').fill('胸と背中と腕の日');
      await page.getByRole('link', { name: '履歴' }).click();
    },
  },
  {
    at: editMenu,
    state: 'restored',
    steps: async (page) => {
      await press(page, /^1\. /);
      await press(page, '削除');
      await page.reload();
      await see(page, '下書きを復元しました');
    },
  },
  {
    at: '/workouts/1',
    state: 'pending',
    answers: { '/api/workouts/1': corrected, '/api/workouts/1/record': pending },
  },
  {
    at: '/workouts/1',
    state: 'withdraw',
    answers: { '/api/workouts/1': corrected, '/api/workouts/1/record': pending },
    steps: pressing('訂正を取り下げる'),
  },
  {
    at: '/workouts/1',
    state: 'rejected',
    answers: { '/api/workouts/1': original, '/api/workouts/1/record': rejected },
  },
  {
    at: '/workouts/1/correction',
    state: 'invalid',
    answers: { '/api/workouts/1': original, '/api/workouts/1/record': sampleRecord(original) },
    steps: pressing('1セット目を削除', '訂正する'),
  },
  {
    at: '/rejected-workouts',
    state: 'some',
    answers: {
      '/api/rejected-workouts*': listOf({ workout: listed, rejectedAt: at, undoUntil }),
      '/api/workout-claims': {
        items: [claim, { ...claim, id: 2, state: 'waiting', workoutId: null }],
      },
    },
  },
  { at: '/settings/notifications', state: 'denied', steps: permitting('denied', false) },
  { at: '/settings/notifications', state: 'install', steps: permitting('default', true) },
  { at: '/confirm-agreement', answers: { '/api/userinfo': profileOf(true, 2) } },
];

/** Opens the profile as a member who has none yet. */
async function asNewcomer(page: Page): Promise<void> {
  await page.route('**/api/userinfo', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found' } }),
  );
  await page.goto(new URL('/register/userinfo', page.url()).href);
  await see(page, 'プロフィールの登録');
}

const emptyScreens: readonly Screen[] = [
  ...memberPages,
  { at: '/register/userinfo', answers: { '/api/userinfo': profileOf(false, 0) } },
  { at: '/register/userinfo', state: 'body', steps: asNewcomer },
  {
    at: '/register/userinfo',
    state: 'body-invalid',
    steps: async (page) => {
      await asNewcomer(page);
      await press(page, '次へ');
    },
  },
  {
    at: '/register/userinfo',
    state: 'habit',
    steps: async (page) => {
      await asNewcomer(page);
      await page.getByLabel('ニックネーム').fill('テツ');
      await page.getByLabel('身長').fill('170.5');
      await page.getByLabel('体重').fill('65');
      await press(page, '次へ');
      await see(page, 'いつもの運動');
    },
  },
  { at: '/confirm-agreement', answers: { '/api/userinfo': profileOf(true, 0) } },
  { at: '/settings', state: 'delete', steps: pressing('アプリのアカウントを削除') },
  { at: '/settings/trainer-connect', state: 'code', steps: pressing('連携コードを発行する') },
  { at: '/settings/totp', state: 'set-up', steps: pressing('設定する') },
];

const trainedMember =
  (rest: string): Screen['at'] =>
  async (firstOf) =>
    `/trainer/members/${await firstOf('/trainer/members', 'memberId')}${rest}`;

const trainerScreens: readonly Screen[] = [
  ...pages('/', '/settings', '/trainer'),
  ...['', '?view=loads', '?view=history', '?view=sessions', '/training-history/1'].map((rest) => ({
    at: trainedMember(rest),
  })),
  { at: trainedMember('/training-sessions/new') },
  {
    at: async (firstOf) => {
      const member = `/trainer/members/${await firstOf('/trainer/members', 'memberId')}`;
      return `${member}/workouts/${await firstOf(`${member}/workouts`, 'id')}`;
    },
  },
  {
    at: '/trainer',
    state: 'code-rejected',
    steps: async (page) => {
      await press(page, '会員と連携する');
      await page.getByRole('textbox', { name: '連携コードを入力' }).fill('2222-2222');
      await press(page, '連携する');
      await see(page, '会員の方に新しいコード');
    },
  },
  { at: trainedMember('?view=loads'), state: 'choice', steps: pressing('次回の重量を指定する') },
  { at: trainedMember(''), state: 'end', steps: pressing('連携を解除する') },
];

const staffMember: Screen['at'] = async (firstOf) =>
  `/staff/members/${await firstOf('/staff/members?query=demo%40tanren.example', 'member')}`;

const staffScreens: readonly Screen[] = [
  ...pages(
    '/staff',
    '/staff/overview',
    '/staff/gyms',
    '/staff/gyms/new',
    '/staff/gyms/1',
    '/staff/gyms/1?tab=hours',
    '/staff/gyms/1?tab=plans',
    '/staff/gyms/1?tab=legal',
    '/staff/gyms/1/floor',
    '/staff/gyms/1/waits',
    '/staff/informations',
    '/staff/informations/new',
    '/staff/informations/1',
    '/staff/machines',
    '/staff/machines/new',
    '/staff/machines/1',
    '/staff/machines/1/label',
    '/staff/members',
    '/staff/memberships',
    '/staff/memberships/1',
    '/staff/dues',
    '/staff/rejected-messages',
    '/staff/session-reports',
    '/staff/session-reports?state=decided',
    '/staff/workout-corrections',
    '/staff/audit-log',
    '/settings',
  ),
  { at: staffMember },
  { at: '/staff', state: 'floor', steps: showing('フロアを見る') },
  {
    at: '/staff/overview',
    state: 'search',
    steps: async (page) => {
      await press(page, '検索');
      await page.getByRole('combobox').fill('たなか');
      await page.getByRole('combobox').press('Enter');
      await see(page, 'タナカ');
    },
  },
  { at: '/staff/gyms/new', state: 'invalid', steps: pressing('店舗を追加する') },
  {
    at: '/staff/gyms/1?tab=hours',
    state: 'invalid',
    steps: async (page) => {
      await page.getByLabel('日曜日の閉店（時）').selectOption('31');
      await pressing('営業時間を保存する', '日付を追加する')(page);
    },
  },
  {
    at: '/staff/gyms/1?tab=plans',
    state: 'invalid',
    steps: pressing('プランを追加する', '料金プランを保存する'),
  },
  { at: '/staff/informations/new', state: 'invalid', steps: pressing('公開する') },
  {
    at: '/staff/informations/new',
    state: 'planned',
    steps: async (page) => {
      await page.getByLabel('本文').fill(announcement);
      await page.getByRole('radio', { name: '日時を指定' }).click();
    },
  },
  { at: '/staff/informations/1', state: 'delete', steps: pressing('削除する') },
  { at: '/staff/machines/new', state: 'invalid', steps: pressing('追加する') },
  { at: '/staff/machines/1', state: 'renew', steps: pressing('接続キーを再発行') },
  { at: '/staff/machines/1', state: 'inspect', steps: pressing('点検中にする') },
  {
    at: '/staff/machines/1/label',
    state: 'print',
    steps: async (page) => await page.emulateMedia({ media: 'print' }),
  },
  {
    at: '/staff/members',
    state: 'found',
    steps: async (page) => {
      await page.getByLabel('会員を探す').fill('demo@tanren.example');
      await press(page, '検索する');
      await see(page, '人見つかりました');
    },
  },
  {
    at: '/staff/workout-corrections',
    state: 'some',
    answers: {
      '/api/staff/workout-corrections*': listOf(
        sampleStaffCorrection(),
        sampleStaffCorrection({ id: 2, nickname: 'ハナ', after: [{ loadKg: 20, repCount: 10 }] }),
      ),
    },
  },
  {
    at: '/staff/workout-corrections',
    state: 'refuse',
    answers: { '/api/staff/workout-corrections*': listOf(sampleStaffCorrection()) },
    steps: pressing('差し戻す'),
  },
];

/** Every route, and every state worth looking at, as each person sees it. */
export const screens: Readonly<Record<Person, readonly Screen[]>> = {
  visitor: visitorScreens,
  demo: demoScreens,
  empty: emptyScreens,
  trainer: trainerScreens,
  staff: staffScreens,
};
