import { type AuditEntry, listAuditLog } from '@tanren/contract/staff-audit-log';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { openAsStaff } from './staff-page.ts';

const member = '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11';
const seen: AuditEntry = {
  id: 1,
  at: '2026-03-03T09:00:00.000Z',
  action: 'member.view',
  staffNickname: 'スタッフ佐藤',
  staffPseudonym: '4f2a91c3',
  target: null,
  member,
  memberNickname: '力石ハル',
  reason: '',
  changes: [],
};
const entries: AuditEntry[] = [
  {
    ...seen,
    id: 6,
    action: 'member.delete',
    staffNickname: null,
    member: null,
    reason: 'ご本人の申し出',
  },
  { ...seen, id: 5, action: 'machine.secret', member: null, target: 'マシン12（チェストプレス）' },
  { ...seen, id: 4, action: 'report.hide', member: null, target: 'セッション5', reason: '危険' },
  { ...seen, id: 3, action: 'workout.remove', reason: 'ほかの方の記録だったため' },
  {
    ...seen,
    id: 2,
    action: 'workout.correct',
    reason: '重さの設定が誤っていたため',
    changes: [{ field: 'sets', before: '20kg×4、70kg×3', after: '20kg×4、30kg×2' }],
  },
  seen,
];

test('who did what to whom, and what changed by it', async () => {
  answer(listAuditLog, ({ querystring: { action } }) => ({
    items: entries.filter((entry) => action === undefined || entry.action === action),
    nextCursor: null,
  }));
  const { address } = await openAsStaff('/staff/audit-log');
  const card = (name: string) => page.getByRole('article', { name });
  await expect.element(card('会員データを削除')).toHaveTextContent('退会した会員');
  await expect.element(card('会員データを削除')).toHaveTextContent('理由：ご本人の申し出');
  await expect
    .element(card('会員データを削除'))
    .toHaveTextContent('担当 退職したスタッフ（スタッフ-4f2a91c3）');
  await expect.element(card('マシンの接続キーを再発行')).toHaveTextContent('対象 マシン12（');
  await expect.element(card('マシンの接続キーを再発行')).toHaveTextContent('担当 スタッフ佐藤');
  await expect.element(card('セッションを非公開に変更')).toHaveTextContent('理由：危険');
  await expect.element(card('トレーニングの記録を修正')).toHaveTextContent('20kg×4、70kg×3');
  await expect.element(card('トレーニングの記録を修正')).toHaveTextContent('20kg×4、30kg×2');
  await expect
    .element(card('トレーニングの記録を削除').getByRole('link', { name: '力石ハル' }))
    .toHaveAttribute('href', `/staff/members/${member}`);
  await expectAccessible();
  await page.getByLabelText('操作').selectOptions('会員情報を閲覧');
  await expect.poll(address).toBe('/staff/audit-log?action=member.view');
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
  await expect.element(card('会員情報を閲覧')).toBeVisible();
});
