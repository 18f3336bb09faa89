import { getStaffHealthCheck } from '@tanren/contract/memberships/health-checks';
import { mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import { listGyms } from '@tanren/contract/gyms/gyms';
import { addWalkIn, getBoard, setBoardNote, setEntry } from '@tanren/contract/booking/staff-board';
import { expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { sampleUnreserved } from '#test/samples/boards.ts';
import { dialog, staffSizes } from '#test/staff/staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { standAtDesk } from './desk.ts';

const slot = (time: string) => page.getByRole('region', { name: time });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const tick = (name: string) => button(`来館を記録する（${name}）`);
const totals = () => page.getByRole('main').getByRole('definition');
const readTotals = () =>
  totals()
    .elements()
    .map(({ textContent }) => textContent);

test('shows the current slot first, with present and expected members', async () => {
  const desk = standAtDesk();
  await desk.open();
  await expect.element(heading('本日の受付')).toBeVisible();
  await expect.element(page.getByText('3月3日(火)', { exact: true })).toBeVisible();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('今予約4・空き1');
  await expect.element(slot('19:00〜20:00')).toBeInViewport();
  await expect.element(slot('20:00〜21:00')).toHaveTextContent('予約1・満席・2人待ち');
  await expect.element(slot('21:00〜22:00')).toHaveTextContent('予約なし・空き5');
  await expect.element(row('力石 春')).toHaveTextContent('来館 18:52入館コード');
  await expect.element(row('力石 春')).toHaveTextContent('00001003レギュラーチェストプレス');
  await expect.element(row('手島 動')).toHaveTextContent('19:00手動');
  await expect.element(row('新井 初')).toHaveTextContent('初回');
  await expect.element(row('新井 初')).not.toHaveTextContent('未払い');
  await expect.element(row('遅井 来')).toHaveTextContent('未払い');
  await expect.element(row('新井 初')).toHaveTextContent('施設の案内をする');
  await expect.element(row('契約のない人')).toHaveTextContent('会員契約なし');
  expect(readTotals()).toEqual(['2人', '3人', '1人']);
  await expect.element(row('早川 朝子')).not.toBeInTheDocument();
  await page.getByText('終わった枠（来館1・来館なし1）').click();
  await expect.element(row('欠席 太郎')).toHaveTextContent('来館なし');
  await page.viewport(...staffSizes.desktop);
  await expectAccessible();
});

test('shows entries by an unknown code and second entries of a visit, the newest first', async () => {
  const desk = standAtDesk();
  const at = (clock: string) => new Date(`2026-03-03T${clock}:00+09:00`).toISOString();
  const unknown = { kind: 'unknown', reservationId: null, firstAt: null } as const;
  desk.alertDoor(
    { at: at('17:01'), ...unknown },
    { at: at('18:58'), kind: 'again', reservationId: 3, firstAt: at('18:52') },
    { at: at('19:04'), ...unknown },
    { at: at('19:07'), ...unknown },
  );
  await desk.open();
  const alerts = page.getByRole('region', { name: '入口の確認' });
  const times = () =>
    alerts
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent.slice(0, 5));
  await expect
    .element(alerts)
    .toHaveTextContent('18:58力石 春さんの予約で、もう一度入口が開きました（1回目 18:52）。');
  await expect
    .element(alerts)
    .toHaveTextContent('19:07予約のないコードで入口が開きました。館内をご確認ください。');
  expect(times()).toEqual(['19:07', '19:04', '18:58']);
  await alerts.getByText('ほか1件').click();
  await expect.poll(times).toEqual(['19:07', '19:04', '18:58', '17:01']);
  await expectAccessible();
});

test('shows nothing about the door on a day without anything to look at', async () => {
  const desk = standAtDesk();
  await desk.open();
  await expect.element(heading('本日の受付')).toBeVisible();
  await expect.element(page.getByRole('region', { name: '入口の確認' })).not.toBeInTheDocument();
});

test('shows members who train without a reservation, and counts them as inside', async () => {
  const desk = standAtDesk();
  const nickname = 'ムメイ';
  const none = { membershipNumber: null, membershipId: null, planName: null };
  const linkedAt = new Date('2026-03-03T19:04:00+09:00').toISOString();
  desk.trainUnreserved(
    sampleUnreserved(21, '飛田 来実', { linkedAt, unpaid: true }),
    sampleUnreserved(22, nickname, { nickname, linkedAt, onMachine: 'アームカール', ...none }),
  );
  await desk.open();
  const section = page.getByRole('region', { name: '予約なしでトレーニング中' });
  await expect.element(section).toHaveTextContent('2人');
  await expect
    .element(row('飛田 来実'))
    .toHaveTextContent('19:04〜飛田 来実未払い00001021レギュラーレッグプレス');
  await expect.element(row(nickname)).toHaveTextContent('ムメイ会員契約なしアームカール');
  expect(readTotals()[0]).toBe('4人');
  await page.viewport(...staffSizes.desktop);
  await expectAccessible();
});

test('shows a member who deleted the account while inside without a name, and counts the seat', async () => {
  const desk = standAtDesk();
  desk.depart(3);
  await desk.open();
  await expect.element(row('退会した会員')).toHaveTextContent('来館 18:52退会した会員');
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('今予約4・空き1');
  await expect.element(row('退会した会員').getByRole('button')).not.toBeInTheDocument();
  expect(readTotals()[0]).toBe('2人');
  await expectAccessible();
});

test('finds a member and lets them in without a reservation, once for two taps', async () => {
  const desk = standAtDesk();
  await desk.open();
  await press('予約なしの受付');
  await dialog().getByLabelText('会員を探す').fill('トビ');
  await dialog().getByRole('button', { name: '検索する' }).click();
  await expect.element(dialog().getByRole('button', { name: 'トビウオ' })).toBeVisible();
  await expectAccessible();
  const found = dialog().getByRole('button', { name: '飛田 実' });
  await expect.element(found).toHaveTextContent('飛田 実トビタ・m31@tanren.example');
  await found.click();
  await expect.element(dialog()).toHaveTextContent('飛田 実さんの受付');
  await expect.element(dialog()).toHaveTextContent('今月の利用回数に含まれます。');
  await tapTwice(dialog().getByRole('button', { name: '受け付ける' }));
  await expect.element(toast('来館を記録しました')).toHaveTextContent('飛田 実さん');
  await expect.element(row('飛田 実')).toHaveTextContent('19:10手動飛田 実予約なし');
  expect(listCalls(addWalkIn)).toHaveLength(1);
  answer(setEntry, null);
  await press('飛田 実さんの受付を元に戻す');
  await expect.element(toast('受付を元に戻しました')).toBeVisible();
});

test('shows what a member without a reservation is missing, and asks for a reason', async () => {
  const desk = standAtDesk();
  await desk.open();
  await press('予約なしの受付');
  await dialog().getByLabelText('会員を探す').fill('トビウオ');
  await dialog().getByRole('button', { name: '検索する' }).click();
  await dialog().getByRole('button', { name: 'トビウオ' }).click();
  const confirm = dialog().getByRole('button', { name: '受け付ける' });
  await confirm.click();
  await expect.element(dialog()).toHaveTextContent('今月の利用回数の上限に達しています。');
  await expect.element(dialog()).toHaveTextContent('この枠は満席です。');
  await confirm.click();
  await expect.element(dialog()).toHaveTextContent('理由を入力してください');
  await dialog().getByLabelText('受け付ける理由').fill('振替のため');
  await expectAccessible();
  await confirm.click();
  await expect.element(row('トビウオ')).toBeVisible();
  expect(listCalls(addWalkIn).map(({ body }) => body)).toEqual([
    { member: expect.any(String) as string },
    { member: expect.any(String) as string, reason: '振替のため' },
  ]);
});

test('lets in a member who trains without a reservation from the list', async () => {
  const desk = standAtDesk();
  desk.trainUnreserved(sampleUnreserved(21, '飛田 来実'));
  await desk.open();
  await press('飛田 来実さんを受け付ける');
  await dialog().getByRole('button', { name: '受け付ける' }).click();
  await expect.element(toast('来館を記録しました')).toHaveTextContent('飛田 来実さん');
});

test('offers no entry without a reservation on another day', async () => {
  const desk = standAtDesk();
  await desk.open('/staff?date=2026-03-04');
  await expect.element(heading('3月4日(水)の受付')).toBeVisible();
  await expect.element(button('予約なしの受付')).not.toBeInTheDocument();
});

test('one tap marks an entry, two taps count once, and it can be undone', async () => {
  const desk = standAtDesk();
  await desk.open();
  await tapTwice(tick('新井 初さん'));
  await expect.element(row('新井 初')).toHaveTextContent('19:10手動');
  await expect.element(toast('来館を記録しました')).toHaveTextContent('新井 初さん');
  expect(listCalls(setEntry).map(({ body }) => body)).toEqual([{ entered: true }]);
  await expect.poll(readTotals).toEqual(['3人', '2人', '1人']);
  await toast('来館を記録しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(tick('新井 初さん')).toBeVisible();
  // It can also be undone later, after the toast has gone.
  await press('手島 動さんの来館を元に戻す');
  await expect.element(tick('手島 動さん')).toBeVisible();
  await expect.element(toast('来館の記録を元に戻しました')).toBeVisible();
  // An entry by the door cannot be undone by an accidental tap.
  await expect.element(button('力石 春さんの来館を元に戻す')).not.toBeInTheDocument();
  expect(listCalls(setEntry).map(({ body }) => body)).toEqual([
    { entered: true },
    { entered: false },
    { entered: false },
  ]);
});

test('does not show a mark that did not arrive', async () => {
  const desk = standAtDesk();
  await desk.open();
  answer(setEntry, rejectWith(404, 'not_found'));
  await tick('新井 初さん').click();
  await expect.element(toast('来館の記録を変更できませんでした')).toBeVisible();
  await expect.element(tick('新井 初さん')).toBeVisible();
});

test('writes, changes and deletes a note', async () => {
  const desk = standAtDesk();
  await desk.open();
  await press('新井 初さんのメモを書く');
  await expect.element(dialog()).toHaveTextContent('新井 初さんのメモ');
  await expectAccessible();
  const field = dialog().getByLabelText('メモ');
  await expect.element(field).toHaveValue('施設の案内をする');
  await field.fill('あ'.repeat(201));
  await press('保存する');
  await expect.element(dialog()).toHaveTextContent('メモは200文字以内で入力してください');
  await field.fill(' タオルを渡す ');
  await press('保存する');
  await expect.element(row('新井 初')).toHaveTextContent('タオルを渡す');
  expect(listCalls(setBoardNote).map(({ body }) => body)).toEqual([{ note: 'タオルを渡す' }]);
});

test('shows a change elsewhere as soon as the channel announces it', async () => {
  const desk = standAtDesk({ channel: true });
  await desk.open();
  await expect.poll(desk.isSubscribed).toBe(true);
  await expect.element(page.getByText('19:10現在・自動更新')).toBeVisible();
  await expect.poll(() => listCalls(getBoard)).toHaveLength(2);
  desk.change(4, { enteredAt: '2026-03-03T10:10:30.000Z', enteredBy: 'door' });
  // Many changes at once cause one call.
  for (let count = 0; count < 5; count += 1) desk.announceChange();
  await expect.element(row('新井 初')).toHaveTextContent('19:10入館コード');
  expect(listCalls(getBoard)).toHaveLength(3);
});

test('fetches every half minute without the channel, and shows the age', async () => {
  const desk = standAtDesk();
  await desk.open();
  await expect.element(page.getByText('19:10現在・30秒ごとに更新')).toBeVisible();
  desk.change(4, { enteredAt: '2026-03-03T10:10:30.000Z', enteredBy: 'door' });
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(row('新井 初')).toHaveTextContent('入館コード');
  desk.setReachable(false);
  await vi.advanceTimersByTimeAsync(31_000);
  await expect
    .element(page.getByText('最新の状況を読み込めていません。19:10の内容です。'))
    .toBeVisible();
  await expect.element(row('新井 初')).toBeVisible();
  desk.setReachable(true);
  await vi.advanceTimersByTimeAsync(31_000);
  await expect.element(page.getByText(/現在・30秒ごとに更新$/)).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test('an earlier address of the board leads to the start page of staff, with its gym and day', async () => {
  const desk = standAtDesk();
  const { address } = await desk.open('/staff/board?gym=1&date=2026-03-04');
  await expect.element(heading('3月4日(水)の受付')).toBeVisible();
  expect(address()).toBe('/staff?gym=1&date=2026-03-04');
});

test('switches days and gyms, and returns to today', async () => {
  const desk = standAtDesk();
  const { address } = await desk.open();
  await page.getByRole('link', { name: '次の日' }).click();
  await expect.element(heading('3月4日(水)の受付')).toBeVisible();
  expect(address()).toBe('/staff?gym=1&date=2026-03-04');
  // Arrivals cannot be recorded on a future day.
  await expect
    .element(page.getByRole('button', { name: /来館を記録する/ }))
    .not.toBeInTheDocument();
  await page.getByRole('link', { name: '前の日' }).click();
  await expect.element(heading('本日の受付')).toBeVisible();
  await page.getByRole('link', { name: '前の日' }).click();
  await page.getByRole('link', { name: '本日へ' }).click();
  await expect.element(slot('19:00〜20:00')).toBeVisible();
  await page.getByLabelText('店舗', { exact: true }).selectOptions('TANREN 渋谷');
  await expect.element(page.getByText('この日は休館日です。')).toBeVisible();
  expect(address()).toBe('/staff?gym=2');
  await expectAccessible();
  // The board remembers the chosen gym.
  await page.getByRole('link', { name: '業務一覧' }).click();
  await page.getByRole('link', { name: '本日の受付', exact: true }).first().click();
  await expect.element(page.getByText('この日は休館日です。')).toBeVisible();
});

test('exports the day as a table in which no name is a formula', async () => {
  const desk = standAtDesk();
  desk.change(4, { name: '=HYPERLINK("http://evil.example")' });
  await desk.open();
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await press('CSV');
  expect(names).toEqual(['受付_TANREN神田_2026-03-03.csv']);
  const bytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  expect(lines).toHaveLength(9);
  expect(lines[4]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
});

interface Emulation {
  send(method: 'Emulation.setEmulatedMedia', values: { media: string }): Promise<unknown>;
}

test('prints one table without buttons', async () => {
  const desk = standAtDesk();
  desk.change(4, { walkIn: true });
  desk.depart(3);
  await desk.open();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await press('印刷');
  expect(print).toHaveBeenCalledOnce();
  const emulation = cdp() as unknown as Emulation;
  await emulation.send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    await expect.poll(() => visible('table')).toHaveLength(1);
    expect(visible('button, a, select, nav, header')).toEqual([]);
    const words = visible('table')[0]?.textContent ?? '';
    expect(words).toContain('TANREN 神田 3月3日(火)の受付');
    for (const name of [
      '早川 朝子',
      '18:52退会した会員',
      '新井 初（予約なし）（初回）',
      '契約のない人',
    ]) {
      expect(words).toContain(name);
    }
  } finally {
    await emulation.send('Emulation.setEmulatedMedia', { media: '' });
  }
});

test('shows one action when there is no gym', async () => {
  const desk = standAtDesk();
  answer(listGyms, []);
  await desk.open();
  await expect.element(page.getByRole('link', { name: '店舗を追加する' })).toBeVisible();
});

test('marks who has not answered the health check, and opens the answers with a concern', async () => {
  const desk = standAtDesk();
  desk.change(4, { health: 'unanswered' });
  desk.change(6, { health: 'concern' });
  answer(getStaffHealthCheck, ({ params: { member } }) => ({
    member,
    check: {
      answeredAt: '2026-03-01T10:00:00.000Z',
      storedUntil: '2027-03-01T10:00:00.000Z',
      answers: { ...mapHealthQuestions(() => false), joints: true },
    },
  }));
  await desk.open();
  await expect.element(row('新井 初')).toHaveTextContent('健康チェック：未回答');
  await expect.element(row('手島 動')).not.toHaveTextContent('健康チェック');
  expect(listCalls(getStaffHealthCheck)).toEqual([]);
  await button('遅井 来さんの健康チェック：要確認。回答を見る').click();
  await expect
    .element(dialog())
    .toHaveTextContent('けががありますか？（この1年のものを含みます）はい');
  await expectAccessible();
  expect(listCalls(getStaffHealthCheck)).toHaveLength(1);
  await press('閉じる');
  await expect.element(dialog()).not.toBeInTheDocument();
});
