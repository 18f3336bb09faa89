import type { MembershipDues } from '@tanren/contract/memberships/staff-dues';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { addMonths } from '@tanren/domain/memberships/dues';
import { type HandEntryKind, maxDuesAmount } from '@tanren/domain/memberships/dues-ledger';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { formatCount } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { UnitField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-fields.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { useDraftId } from '#lib/use-draft-id.ts';
import { explainDuesRejection, formatYearMonth } from './dues-words.ts';
import { sendDuesEntry } from './staff-dues.queries.ts';

type Entry = 'payment' | 'less' | 'more' | 'refund';

interface EntryWords {
  readonly kind: HandEntryKind;
  /** Sign of the amount that is sent. */
  readonly sign: 1 | -1;
  readonly label: string;
  readonly text: string;
  readonly hint: string;
  readonly done: string;
}

const entries: Readonly<Record<Entry, EntryWords>> = {
  payment: {
    kind: 'payment',
    sign: 1,
    label: '入金',
    text: '受け取った金額を記録します。会員にメールでお知らせします。',
    hint: '例：11月分を現金で受領。会員も読めます。',
    done: '入金を記録しました',
  },
  less: {
    kind: 'correction',
    sign: -1,
    label: '減額',
    text: '請求した金額を減らします。',
    hint: '例：月の途中の休会のため',
    done: '請求を減額しました',
  },
  more: {
    kind: 'correction',
    sign: 1,
    label: '増額',
    text: '請求した金額を増やします。',
    hint: '例：月の途中のプラン変更のため',
    done: '請求を増額しました',
  },
  refund: {
    kind: 'refund',
    sign: 1,
    label: '返金',
    text: '会員に返した金額を記録します。',
    hint: '例：重複したお支払いを返金',
    done: '返金を記録しました',
  },
};

const entryChoices = (Object.keys(entries) as Entry[]).map((id) => ({
  id,
  label: entries[id].label,
  text: entries[id].text,
}));

interface EntryDialogProps {
  readonly dues: MembershipDues;
  readonly onDismiss: () => void;
}

const reasonLimit = { max: staffLimits.reason, count: countCharacters };

/** Adds an entry to the ledger. Nothing is ever changed there, so a mistake gets another entry. */
export function EntryDialog({ dues, onDismiss }: EntryDialogProps) {
  const queryClient = useQueryClient();
  const makeDraftId = useDraftId();
  const months = listMonths(dues);
  const [entry, setEntry] = useState<Entry>('payment');
  const [month, setMonth] = useState(() => findOldestOpen(dues) ?? months[1] ?? '');
  const { kind, sign, hint, done } = entries[entry];
  const balance = dues.months.find((one) => one.month === month)?.balance ?? 0;
  const { form, errors, problem, busy } = useForm({
    fields: {
      amount: { clean: cleanAmount, rules: [checkAmount] },
      reason: reasonRules(reasonLimit),
    },
    explain: (error) => ({ text: explainDuesRejection(error) }),
    submit: async ({ amount, reason }) => {
      const content = { month, kind, amount: sign * Number(amount), reason };
      const body = { draftId: makeDraftId(content), ...content };
      await sendDuesEntry(queryClient, dues.membershipId, body);
      onDismiss();
      notifyDone(done, `${formatYearMonth(month)}分・¥${formatCount(Number(amount))}`);
    },
  });
  return (
    <FormDialog
      title="会費の記録"
      lead={<p>記録は消せません。間違えたときは、訂正する記録を追加してください。</p>}
      form={form}
      problem={problem}
      busy={busy}
      confirm="記録する"
      confirming="記録しています…"
      cancel="記録しない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <ToggleChoice label="種類" choices={entryChoices} chosen={entry} onChoose={setEntry} />
      <SelectField
        name="month"
        label="何月分"
        quiet
        value={month}
        choices={months.map((id) => ({ id, label: `${formatYearMonth(id)}分` }))}
        onChange={({ target }) => {
          setMonth(target.value);
        }}
      />
      <UnitField
        // The proposed amount belongs to the month and the kind.
        key={`${month} ${kind}`}
        name="amount"
        label="金額"
        unit="円"
        inputMode="numeric"
        defaultValue={kind === 'payment' && balance > 0 ? balance : ''}
        error={errors.amount}
      />
      <ReasonField
        name="reason"
        label={kind === 'payment' ? '内容' : '理由'}
        hint={hint}
        error={errors.reason}
        {...reasonLimit}
      />
    </FormDialog>
  );
}

/** Returns the next month, this one, and the months with entries, newest first. */
function listMonths({ months }: MembershipDues): string[] {
  const current = monthOf(toGymDay(new Date(serverNow())));
  const all = new Set([addMonths(current, 1), current, ...months.map(({ month }) => month)]);
  return [...all].toSorted((a, b) => (a < b ? 1 : -1));
}

function findOldestOpen({ months }: MembershipDues): string | undefined {
  return months.findLast(({ balance }) => balance > 0)?.month;
}

/** Removes what people write around the digits of an amount. */
function cleanAmount(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s,、¥円]/g, '');
}

function checkAmount(text: string): true | string {
  const amount = /^\d+$/.test(text) ? Number(text) : 0;
  if (amount > maxDuesAmount) return `${formatCount(maxDuesAmount)}円以下で入力してください`;
  return amount >= 1 || '金額を数字で入力してください';
}
