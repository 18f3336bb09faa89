import type { BoardVisit } from '@tanren/contract/booking/staff-board';
import { findMembers, type StaffMember } from '@tanren/contract/staff/staff-members';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import type { WalkInProblem } from '@tanren/domain/booking/walk-ins';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { explainRejection } from '#lib/rejections.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { List, look, Stack } from '#ui/layout.tsx';
import type { useWalkIn } from './use-board.ts';
import classes from './walk-in-dialog.module.css';

export type WalkInPerson = Pick<BoardVisit, 'member' | 'name'>;

interface WalkInDialogProps {
  /** `null` when the desk has to find the member first. */
  readonly person: WalkInPerson | null;
  readonly admit: ReturnType<typeof useWalkIn>;
  readonly onDismiss: () => void;
}

/** Lets a member in without a reservation: the desk finds the member and confirms. */
export function WalkInDialog({ person, admit, onDismiss }: WalkInDialogProps) {
  const [chosen, setChosen] = useState(person);
  return chosen === null ? (
    <FindPerson onChoose={setChosen} onDismiss={onDismiss} />
  ) : (
    <AdmitPerson person={chosen} admit={admit} onDismiss={onDismiss} />
  );
}

interface FindPersonProps {
  readonly onChoose: (person: WalkInPerson) => void;
  readonly onDismiss: () => void;
}

function FindPerson({ onChoose, onDismiss }: FindPersonProps) {
  const [found, setFound] = useState<FoundPeople | null>(null);
  const { form, errors, problem, busy } = useForm({
    fields: {
      query: {
        clean: (text: string) => text.trim(),
        rules: [
          (text: string) =>
            text !== '' || '名前、フリガナ、ニックネーム、会員番号のいずれかを入力してください',
          (text: string) =>
            text.length <= staffLimits.query || `${staffLimits.query}文字以内で入力してください`,
        ],
      },
    },
    explain: (error) => ({ text: explainRejection(error) }),
    submit: async ({ query }) => {
      const { items, nextCursor } = await callApi(findMembers, { querystring: { query } });
      setFound({ query, items, hasMore: nextCursor !== null });
    },
  });
  return (
    <FormDialog
      title="予約なしの受付"
      form={form}
      problem={problem}
      busy={busy}
      confirm="検索する"
      confirming="検索しています…"
      cancel="受け付けない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <TextField
        name="query"
        label="会員を探す"
        hint="名前・フリガナ・ニックネームの一部（1文字なら先頭の文字）、会員番号"
        error={errors.query}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
      {found === null ? null : <Found {...found} onChoose={onChoose} />}
    </FormDialog>
  );
}

interface FoundPeople {
  readonly query: string;
  readonly items: readonly StaffMember[];
  readonly hasMore: boolean;
}

function Found({
  query,
  items,
  hasMore,
  onChoose,
}: FoundPeople & Pick<FindPersonProps, 'onChoose'>) {
  if (items.length === 0) {
    return <StatusText>{`「${query}」に当てはまる会員は見つかりませんでした。`}</StatusText>;
  }
  return (
    <Stack gap={8}>
      <List divided card className={classes.people}>
        {items.map((found) => (
          <li key={found.member}>
            <FoundPerson found={found} onChoose={onChoose} />
          </li>
        ))}
      </List>
      {hasMore ? <StatusText>文字を増やすと絞り込めます。</StatusText> : null}
    </Stack>
  );
}

interface FoundPersonProps extends Pick<FindPersonProps, 'onChoose'> {
  readonly found: StaffMember;
}

/** Shows a member like the board does: by the name in the contract, or else by the nickname. */
function FoundPerson({ found, onChoose }: FoundPersonProps) {
  const { member, nickname, email, contractName, contractNameKana } = found;
  const name = contractName ?? (nickname || 'プロフィール未登録');
  const details = [contractNameKana, contractName === null ? '' : nickname, email].filter(Boolean);
  return (
    <button
      type="button"
      className={`${look('stack', 'middle', 'full', 'tall-56', 'padding-8-16', 'weight-700', 'leading-tight', 'ring-2')} ${classes.person}`}
      onClick={() => {
        onChoose({ member, name });
      }}
    >
      <span>{name}</span>
      {details.length === 0 ? null : <small>{details.join('・')}</small>}
    </button>
  );
}

const missingText = {
  no_membership: '会員契約がありません。',
  gym_not_covered: '契約中のプランでは、この店舗を利用できません。',
  membership_ended: '会員契約が終了しています。',
  membership_not_started: '会員契約がまだ始まっていません。',
  membership_paused: '休会中です。',
  outside_plan_hours: 'プランの利用時間外です。',
  monthly_limit: '今月の利用回数の上限に達しています。',
  slot_full: 'この枠は満席です。',
} as const satisfies Record<WalkInProblem, string>;

const reasonLimit = { max: staffLimits.reason, count: countCharacters };

interface AdmitPersonProps extends Omit<WalkInDialogProps, 'person'> {
  readonly person: WalkInPerson;
}

/**
 * Confirms the visit. If something is missing, the server records nothing until the desk gives a
 * reason.
 */
function AdmitPerson({ person, admit, onDismiss }: AdmitPersonProps) {
  const [missing, setMissing] = useState<readonly WalkInProblem[]>([]);
  const isMissing = missing.length > 0;
  const { form, errors, problem, busy } = useForm({
    fields: { reason: reasonRules({ ...reasonLimit, optional: !isMissing }) },
    explain: (error) => ({ text: explainRejection(error) }),
    submit: async ({ reason }) => {
      const answer = await admit(person, reason);
      if (answer.reservationId === null) setMissing(answer.missing);
      else onDismiss();
    },
  });
  return (
    <FormDialog
      title={`${addHonorific(person.name)}の受付`}
      lead={
        isMissing ? (
          <>
            <ul>
              {missing.map((walkInProblem) => (
                <li key={walkInProblem}>{missingText[walkInProblem]}</li>
              ))}
            </ul>
            <p>受け付けるときは、理由を入力してください。</p>
          </>
        ) : (
          <p>今の枠に、予約なしの来館として記録します。今月の利用回数に含まれます。</p>
        )
      }
      form={form}
      problem={problem}
      busy={busy}
      confirm="受け付ける"
      confirming="記録しています…"
      cancel="受け付けない"
      Icon={null}
      onDismiss={onDismiss}
    >
      {isMissing ? (
        <ReasonField
          name="reason"
          label="受け付ける理由"
          hint="操作履歴に残り、会員がデータを書き出すと含まれます。"
          error={errors.reason}
          {...reasonLimit}
        />
      ) : null}
    </FormDialog>
  );
}
