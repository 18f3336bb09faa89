import type { Endpoint } from '@tanren/contract/endpoint';
import { listGyms } from '@tanren/contract/gyms/gyms';
import { createGym } from '@tanren/contract/gyms/staff-gyms';
import { createAnnouncement } from '@tanren/contract/members/staff-announcements';
import { createMachine } from '@tanren/contract/machines/staff-machines';
import { createTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { linkMember, listTrainedMembers } from '@tanren/contract/trainers/trainer-members';
import {
  createTrainingSession,
  getTrainingSession,
  reportTrainingSession,
} from '@tanren/contract/menus/menus';
import { updateUserInfo } from '@tanren/contract/members/userinfo';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emailField, fillCredentials } from '#test/identity/identity-forms.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';
import { add, openNew, titleField } from '#test/menus/menu-editor.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { machineCode, standMachine } from '#test/machines/linked-machine.ts';
import { answer, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors, listConsoleErrors } from '#test/support/console.ts';
import { press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { openUserPool, rejectByPool } from '#test/support/user-pool.ts';

type Failure = 'lost' | 'broken';

const words = {
  lost: ['ネットワークエラー', 'ネットワーク接続を確認して、もう一度試してください。'],
  broken: ['システムエラー', 'しばらくしてからもう一度試してみてください。'],
} as const;

const failCall = (endpoint: Endpoint) => (failure: Failure) => {
  answer(endpoint, failure === 'lost' ? lost : rejectWith(500, 'internal_error'));
};
const failPool = (operation: string) => (failure: Failure) => {
  openUserPool({
    [operation]: failure === 'lost' ? lost : rejectByPool('InternalErrorException'),
  });
};

/** Submits the form, regardless of the label of its button. */
async function submit(within: ParentNode = document): Promise<void> {
  await expect.poll(() => within.querySelector('button[type=submit]')).not.toBeNull();
  within.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}

interface FormCase {
  readonly form: string;
  /** Sets the other answers that the form needs. */
  readonly prepare?: () => void;
  readonly fail: (failure: Failure) => void;
  /** Whether the write waits on the device when there is no answer, and is sent later. */
  readonly waits?: boolean;
  readonly openAndSend: () => Promise<void>;
}

const forms: readonly FormCase[] = [
  {
    form: 'signing in',
    fail: failPool('InitiateAuth'),
    openAndSend: async () => {
      await renderPage('/login', { session: null });
      await fillCredentials();
      await submit();
    },
  },
  {
    form: 'a forgotten password',
    fail: failPool('ForgotPassword'),
    openAndSend: async () => {
      await renderPage('/forgot-password', { session: null });
      await emailField().fill('tetsu@tanren.example');
      await submit();
    },
  },
  {
    form: 'the profile',
    fail: failCall(updateUserInfo),
    waits: true,
    openAndSend: async () => {
      await renderPage('/settings/userinfo');
      await page.getByLabelText('身長').fill('171');
      await submit();
    },
  },
  {
    form: 'a new menu',
    fail: failCall(createTrainingSession),
    waits: true,
    openAndSend: async () => {
      await openNew();
      await titleField().fill('胸の日');
      await add('アームカール');
      await press('保存する');
    },
  },
  {
    form: 'a report',
    fail: failCall(reportTrainingSession),
    openAndSend: async () => {
      answer(
        getTrainingSession,
        sampleTrainingSession({ author: { nickname: 'ほかの人', isMe: false } }),
      );
      await renderPage('/training-sessions/7');
      await page.getByRole('button', { name: /報告する$/ }).click();
      await page.getByText('宣伝・迷惑行為').click();
      await submit(page.getByRole('dialog').element());
    },
  },
  {
    form: 'a link code',
    prepare: () => standMachine({ linked: false }),
    fail: failCall(createTanrenConnection),
    openAndSend: async () => {
      await renderPage('/tanren-link');
      await page.getByRole('textbox', { name: '接続コード' }).fill(machineCode);
      await press('接続する');
    },
  },
  {
    form: "a trainer's code",
    fail: failCall(linkMember),
    openAndSend: async () => {
      answer(listTrainedMembers, { items: [], nextCursor: null });
      await renderPage('/trainer', { session: { groups: ['trainer'] } });
      await page.getByRole('textbox').first().fill('2222-2222');
      await submit();
    },
  },
  {
    form: 'a new machine',
    fail: failCall(createMachine),
    openAndSend: async () => {
      answer(listGyms, [sampleGym]);
      await openAsStaff('/staff/machines/new');
      await page.getByLabelText('店舗').selectOptions(sampleGym.name);
      await page.getByLabelText('種目').selectOptions('チェストプレス');
      await submit();
    },
  },
  {
    form: 'a new gym',
    fail: failCall(createGym),
    openAndSend: async () => {
      await openAsStaff('/staff/gyms/new');
      await page.getByLabelText('店舗名').fill('TANREN 検見川');
      await page.getByLabelText('住所').fill('千葉県千葉市花見川区0-0');
      await submit();
    },
  },
  {
    form: 'a new announcement',
    fail: failCall(createAnnouncement),
    openAndSend: async () => {
      await openAsStaff('/staff/informations/new');
      await page.getByLabelText('タイトル').fill('お知らせ');
      await page.getByLabelText('本文').fill('お知らせ');
      await page.getByRole('radio', { name: '下書き' }).click();
      await press('下書きを保存する');
    },
  },
];

const cases = forms.flatMap(({ form, waits, ...rest }) =>
  (waits === true ? (['broken'] as const) : (['lost', 'broken'] as const)).map((failure) => ({
    form,
    failure,
    ...rest,
  })),
);

// spec 8.5, 8.7
test.each(cases)(
  '$form shows a call that is $failure with the title and text of every page, logged once',
  async ({ failure, prepare, fail, openAndSend }) => {
    prepare?.();
    fail(failure);
    await openAndSend();
    const [title, text] = words[failure];
    const message = page.getByRole('alert').filter({ hasText: title }).first();
    await expect.element(message).toBeVisible();
    await expect.element(message).toHaveTextContent(text);
    expect(listConsoleErrors()).toHaveLength(1);
    ignoreConsoleErrors('');
  },
);

// spec 9.22
test.each(forms.filter(({ waits }) => waits))(
  '$form stays when its call is lost, and explains that it is not sent',
  async ({ fail, openAndSend }) => {
    fail('lost');
    await openAndSend();
    await expect.element(page.getByRole('link', { name: /^送信待ち/ })).toBeVisible();
    await expect.element(page.getByText(words.lost[0])).not.toBeInTheDocument();
  },
);

test('shows an error in the error colour, with an icon and readable contrast', async () => {
  failPool('InitiateAuth')('lost');
  await renderPage('/login', { session: null });
  await fillCredentials();
  await submit();
  const message = page.getByText('ネットワークエラー');
  await expect.element(message).toBeVisible();
  const line = message.element().parentElement;
  expect(getComputedStyle(message.element()).color).toBe('rgb(255, 0, 0)');
  expect(line && getComputedStyle(line).backgroundColor).toBe('rgb(15, 15, 15)');
  expect(line?.querySelector('svg')).not.toBeNull();
  ignoreConsoleErrors('NetworkError');
});
