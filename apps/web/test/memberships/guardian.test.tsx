import {
  decideGuardianConsent,
  type GuardianConsent,
  readGuardianConsent,
} from '@tanren/contract/memberships/guardian-consents';
import { getGym } from '@tanren/contract/gyms/gyms';
import { getJoinConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import {
  type Guardian,
  joinGym,
  listMyMemberships,
  type MyMemberships,
  sendGuardianMail,
} from '@tanren/contract/memberships/memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { openContracts, sampleRequest } from '#test/memberships/contracts.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { joinRequest } from '#test/samples/memberships.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { renderPage } from '#test/support/render.tsx';

const token = 'x'.repeat(43);
const consent: GuardianConsent = {
  gymName: 'TANREN 神田',
  name: '力石 春',
  guardianName: '力石 夏',
  relation: 'mother',
  sections: [{ heading: '料金', lines: ['8,800円（税込）・1か月'] }],
  beginsAtOnce: true,
};
const guardian: Guardian = {
  name: '力石 夏',
  relation: 'mother',
  email: 'natsu@tanren.example',
  state: 'waiting',
};
const main = () => page.getByRole('main');
const openLink = async () => {
  await renderPage(`/guardian-consent#${token}`, { session: null });
  await expect.element(heading('入会への同意')).toBeVisible();
};

test('a guardian reads the contract without an account, and a double tap agrees once', async () => {
  answer(readGuardianConsent, consent);
  answer(decideGuardianConsent, null);
  await openLink();
  await expect.element(main()).toHaveTextContent('力石 夏様、力石 春さんがTANREN 神田への入会を');
  await expect.element(main()).toHaveTextContent('8,800円（税込）・1か月');
  await expect.element(main()).toHaveTextContent('「同意する」を押すと、会員契約が成立します。');
  expect(listCalls(decideGuardianConsent)).toEqual([]);
  await expectAccessible();
  expectNoSidewaysScroll();
  await tapTwice(button('同意する'));
  await expect.element(main()).toHaveTextContent('力石 春さんの会員契約が成立しました。');
  expect(listCalls(decideGuardianConsent)).toMatchObject([{ body: { token, agrees: true } }]);
});

test('a guardian declines', async () => {
  answer(readGuardianConsent, { ...consent, beginsAtOnce: false });
  answer(decideGuardianConsent, null);
  await openLink();
  await expect.element(main()).toHaveTextContent('ジムが承認すると、会員契約が成立します。');
  await press('同意しない');
  await expect.element(main()).toHaveTextContent('会員契約は成立せず');
  expect(listCalls(decideGuardianConsent)).toMatchObject([{ body: { agrees: false } }]);
});

test('explains a link that was used, has expired or is cut off', async () => {
  answer(readGuardianConsent, rejectWith(404, 'not_found'));
  await openLink();
  await expect.element(main()).toHaveTextContent('このリンクは使えません。');
  await renderPage('/guardian-consent#cut', { session: null });
  await expect.element(main()).toHaveTextContent('もう一度送ってもらってください。');
  answer(readGuardianConsent, consent);
  answer(decideGuardianConsent, rejectWith(404, 'not_found'));
  await openLink();
  await press('同意する');
  await expect.element(main()).toHaveTextContent('このリンクは使えません。');
});

const year = Number(toGymDay(new Date()).slice(0, 4));

async function typeBirthYear(born: number): Promise<void> {
  await page.getByLabelText('生年月日の年').fill(String(born));
  await page.getByLabelText('生年月日の月').fill('1');
  await page.getByLabelText('生年月日の日').fill('1');
}

test('asks a minor for the guardian, and an adult not', async () => {
  answerGymPage();
  answer(getGym, { ...sampleGym, joining: 'open' });
  let mine: MyMemberships = { memberships: [], requests: [] };
  answer(listMyMemberships, () => mine);
  answer(getJoinConfirmation, { version: 1, digest: 'd'.repeat(64), sections: [] });
  answer(joinGym, () => {
    mine = { memberships: [], requests: [{ ...joinRequest, guardian }] };
    return mine;
  });
  await renderPage('/gyms/1/join?plan=3');
  await page.getByRole('textbox', { name: '氏名', exact: true }).fill('力石 春');
  await press('確認画面へ進む');
  await expect.element(main()).toHaveTextContent('生年月日を入力してください');
  const name = page.getByRole('textbox', { name: '保護者の氏名' });
  await typeBirthYear(year - 20);
  await expect.element(name).not.toBeInTheDocument();
  await typeBirthYear(year - 16);
  await expect.element(main()).toHaveTextContent('保護者の同意が必要です。');
  await expectAccessible();
  await press('確認画面へ進む');
  await expect.element(main()).toHaveTextContent('保護者の氏名を入力してください');
  await name.fill('力石 夏');
  await page.getByLabelText('続柄').selectOptions('母');
  await page.getByLabelText('保護者のメールアドレス').fill('natsu@tanren.example');
  await press('確認画面へ進む');
  await expect
    .element(page.getByRole('region', { name: 'お申し込みの方' }))
    .toHaveTextContent('保護者の氏名力石 夏保護者のメールアドレスnatsu@tanren.example');
  await tapTwice(button('申し込む'));
  await expect.element(toast('申し込みました')).toHaveTextContent('保護者にメールをお送りします');
  expect(listCalls(joinGym)).toMatchObject([
    {
      body: {
        birthDate: `${year - 16}-01-01`,
        guardian: { name: '力石 夏', relation: 'mother', email: 'natsu@tanren.example' },
      },
    },
  ]);
});

test('a gym with a minimum age says so', async () => {
  answerGymPage();
  answer(getGym, { ...sampleGym, minimumAge: 20 });
  answer(listMyMemberships, { memberships: [], requests: [] });
  await renderPage('/gyms/1/join?plan=3');
  await typeBirthYear(year - 19);
  await press('確認画面へ進む');
  await expect.element(main()).toHaveTextContent('このジムに入会できるのは、20歳以上の方です');
});

test('an applicant sees that the guardian has not agreed, and sends the mail to another address', async () => {
  let mine: MyMemberships = { memberships: [], requests: [{ ...joinRequest, guardian }] };
  answer(listMyMemberships, () => mine);
  answer(sendGuardianMail, ({ body }) => {
    mine = { memberships: [], requests: [{ ...joinRequest, guardian: { ...guardian, ...body } }] };
    return mine;
  });
  await renderPage('/settings/membership');
  const waiting = page.getByRole('region', { name: '保護者の同意を待っています' });
  await expect.element(waiting).toHaveTextContent('natsu@tanren.example');
  await press('保護者にもう一度送る');
  await page.getByLabelText('保護者のメールアドレス').fill('aki@tanren.example');
  await expectAccessible();
  await press('もう一度送る');
  await expect.element(toast('保護者にメールをお送りします')).toBeVisible();
  await expect.element(waiting).toHaveTextContent('aki@tanren.example');
  expect(listCalls(sendGuardianMail)).toMatchObject([
    { body: { name: '力石 夏', relation: 'mother', email: 'aki@tanren.example' } },
  ]);
});

test('staff see whether the guardian has agreed', async () => {
  const contracts = openContracts();
  contracts.apply(
    sampleRequest({ guardian }),
    sampleRequest({ requestId: 52, name: '新井 次', guardian: { ...guardian, state: 'agreed' } }),
  );
  await openAsStaff('/staff/memberships');
  const card = (name: string) => page.getByRole('article', { name: `${name}さんの入会` });
  await expect.element(card('新井 初')).toHaveTextContent('保護者力石 夏（母）・同意待ち');
  await expect.element(card('新井 次')).toHaveTextContent('力石 夏（母）・同意済み');
});
