import {
  getLegalNotice,
  type LegalNotice,
  setLegalNotice,
} from '@tanren/contract/gyms/legal-notice';
import { legalNoticeFields, mapLegalNotice } from '@tanren/domain/gyms/legal-notice';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { sampleLegalNotice } from '#test/samples/legal-notices.ts';
import { openStaffGym } from '#test/gyms/staff-gym.ts';
import { conflictPanel, openAsStaff } from '#test/staff/staff-page.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { heading, press, tapTwice, button, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const items = () => page.getByRole('definition');

test('the page of a gym leads to its legal notice, which shows every item', async () => {
  answerGymPage();
  const { address } = await renderPage('/gyms/1');
  await page.getByRole('link', { name: '特定商取引法に基づく表記' }).click();
  await expect.element(heading('特定商取引法に基づく表記')).toBeVisible();
  expect(address()).toBe('/gyms/1/legal-notice');
  const shown = () =>
    items()
      .elements()
      .map(({ textContent }) => textContent);
  expect(shown()).toEqual(
    expect.arrayContaining(legalNoticeFields.map((field) => sampleLegalNotice[field])),
  );
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'ジムのページ' }))
    .toHaveAttribute('href', '/gyms/1');
});

test('a visitor reads it without an account, and missing items name the desk', async () => {
  answer(getLegalNotice, { ...sampleLegalNotice, extraFees: '', term: '' });
  await renderPage('/gyms/1/legal-notice', { session: null });
  await expect.element(heading('特定商取引法に基づく表記')).toBeVisible();
  expect(items().filter({ hasText: 'ジムの受付でご案内しています。' }).elements()).toHaveLength(2);
  // Staff see marks for the check of the texts, and members do not.
  await expect.element(page.getByText('公開前に')).not.toBeInTheDocument();
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('shows not found for an unknown gym', async () => {
  answer(getLegalNotice, rejectWith(404, 'not_found'));
  await renderPage('/gyms/99/legal-notice');
  await expect.element(heading('Page not found')).toBeVisible();
});

/** Opens a gym of staff whose notice is stored in memory with the rule of versions. */
function openNotice(wishes: Partial<LegalNotice> = {}) {
  const gym = openStaffGym({ joining: 'approval' });
  let notice: LegalNotice = { ...sampleLegalNotice, gymId: gym.now().id, ...wishes };
  answer(getLegalNotice, () => notice);
  answer(setLegalNotice, ({ body: { version, ...texts } }) => {
    if (version !== notice.version) return rejectWith(409, 'stale_version');
    notice = { ...notice, ...texts, version: version + 1 };
    return notice;
  });
  return {
    address: gym.address,
    tab: `${gym.address}?tab=legal`,
    now: () => notice,
    changeElsewhere(part: Partial<LegalNotice>) {
      notice = { ...notice, ...part, version: notice.version + 1 };
    },
  };
}

const none = { ...mapLegalNotice(() => ''), version: 0, updatedAt: null };
const field = (label: string) => page.getByLabelText(label);
const open = () => page.getByRole('radio', { name: 'すぐに有効' });

test('staff see why members cannot join by themselves, write the notice, and can choose it then', async () => {
  const notice = openNotice({ ...none, operatorName: '株式会社鍛錬' });
  await openAsStaff(notice.address);
  await expect.element(open()).toBeDisabled();
  await expect.element(page.getByText('「すぐに有効」はまだ選べません。')).toBeVisible();
  await expect.element(page.getByText(/未入力：運営責任者、所在地、電話番号/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: '特定商取引法に基づく表記' }).click();
  await expect.element(page.getByText('この文面は、公開前にジムでご確認ください。')).toBeVisible();
  await expect.element(field('事業者の名称')).toHaveValue('株式会社鍛錬');
  await field('電話番号').fill('でんわ');
  await press('表記を保存する');
  await expect.element(page.getByText('電話番号は数字とハイフンで入力してください')).toBeVisible();
  await expectAccessible();
  expect(listCalls(setLegalNotice)).toEqual([]);
  await field('運営責任者').fill(' 鍛錬 一 ');
  await field('所在地').fill('東京都千代田区内神田3-0-0');
  await field('電話番号').fill('０３−０００−００００');
  await field('メールアドレス').fill('office@tanren.example');
  await field('会費以外の必要料金').fill('なし');
  await field('お支払い方法').fill('口座振替');
  await field('お支払いの時期').fill('毎月27日');
  await field('契約期間と更新').fill('定めなし\n自動更新');
  await expect.element(page.getByText(/^未入力：プラン変更・休会・退会・返金/)).toBeVisible();
  await field('プラン変更・休会・退会・返金').fill('返金いたしません。');
  await expect.element(page.getByText(/^未入力：/)).not.toBeInTheDocument();
  await tapTwice(button('表記を保存する'));
  await expect.element(toast('表記を保存しました')).toBeVisible();
  expect(notice.now()).toMatchObject({
    representative: '鍛錬 一',
    operatorPhone: '03-000-0000',
    term: '定めなし\n自動更新',
    version: 1,
  });
  expect(listCalls(setLegalNotice)).toHaveLength(1);
  await page.getByRole('link', { name: '基本情報' }).click();
  await expect.element(open()).toBeEnabled();
  expectNoSidewaysScroll();
});

test('a gym that is open from before says that it checks new members for now', async () => {
  const gym = openStaffGym({ joining: 'open' });
  answer(getLegalNotice, { ...sampleLegalNotice, term: '' });
  await openAsStaff(gym.address);
  await expect.element(open()).toBeChecked();
  await expect.element(open()).toBeEnabled();
  await expect.element(page.getByText(/いまは「店舗で確認」で受け付けています。/)).toBeVisible();
});

test("shows a colleague's version of the notice before overwriting it", async () => {
  const notice = openNotice();
  await openAsStaff(notice.tab);
  await field('お支払い方法').fill('現金のみ');
  notice.changeElsewhere({ paymentMethods: '口座振替のみ', representative: '鍛錬 二' });
  await press('表記を保存する');
  await expect.element(conflictPanel()).toHaveTextContent('口座振替のみ');
  await expect.element(field('お支払い方法')).toHaveValue('現金のみ');
  await expect.element(field('運営責任者')).toHaveValue('鍛錬 二');
  await press('自分の内容で上書きする');
  await expect.element(toast('表記を保存しました')).toBeVisible();
  expect(notice.now()).toMatchObject({ paymentMethods: '現金のみ', representative: '鍛錬 二' });
});

test('explains that an open gym cannot lose an item', async () => {
  const notice = openNotice();
  answer(setLegalNotice, rejectWith(409, 'legal_notice_missing'));
  await openAsStaff(notice.tab);
  await field('お支払い方法').fill('');
  await press('表記を保存する');
  await expect.element(page.getByRole('alert').getByText(/未入力の項目があります。/)).toBeVisible();
});
