import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useAffectedQuestion } from '#entities/booking/affected-question.tsx';
import { findShownTerm } from '#entities/memberships/membership-rights.ts';
import { isStaleVersion } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { serverNow } from '#lib/server-time.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { type FormSpec, useForm } from '#ui/forms/use-form.ts';
import { affectedWords, explainContractRejection } from './contract-rejections.ts';
import {
  type ChangeField,
  type ChangeKind,
  changeForms,
  checkDay,
  checkLastDay,
  latestDay,
  proposeDay,
  toChange,
} from './membership-changes.ts';
import { PlanSelect } from './plan-select.tsx';
import { refreshMemberships, sendChange } from './staff-memberships.queries.ts';

interface ChangeDialogProps {
  /** Current membership, including a colleague's latest change. */
  readonly membership: StaffMembership;
  readonly kind: ChangeKind;
  readonly onDismiss: () => void;
}

const reasonLimit = { max: staffLimits.reason, count: countCharacters };

/** Makes one change to a membership from a given day, with a reason that the member reads. */
export function ChangeDialog({ membership, kind, onDismiss }: ChangeDialogProps) {
  const queryClient = useQueryClient();
  const { membershipId, version } = membership;
  const words = changeForms[kind];
  const today = toGymDay(new Date(serverNow()));
  const affected = useAffectedQuestion(affectedWords);
  const { form, errors, problem, busy } = useForm({
    fields: readFields(kind, today),
    explain: (error) => ({ text: explainContractRejection(error) }),
    submit: async (values) => {
      await affected.send(async (agreement) => {
        try {
          const body = { ...toChange(kind, values), version, ...agreement };
          await sendChange(queryClient, membershipId, body);
        } catch (error) {
          // The typed values stay, and the next attempt is based on the current version.
          if (isStaleVersion(error)) await refreshMemberships(queryClient);
          throw error;
        }
        onDismiss();
        notifyDone(words.done, describeNotice(membership));
      });
    },
  });
  return (
    <>
      <FormDialog
        title={words.title}
        lead={<p>{words.lead}</p>}
        form={form}
        problem={problem}
        busy={busy}
        confirm={words.confirm}
        confirming={words.confirming}
        cancel={words.cancel}
        Icon={words.Icon}
        onDismiss={onDismiss}
      >
        {words.hasPlan ? (
          <PlanSelect
            gymId={membership.gymId}
            without={findShownTerm(membership, today)?.plan.id}
            error={errors.planId}
          />
        ) : null}
        {words.dayLabel === null ? null : (
          <TextField
            name="fromDay"
            type="date"
            label={words.dayLabel}
            defaultValue={proposeDay(kind, today)}
            min={today}
            max={latestDay(today)}
            error={errors.fromDay}
          />
        )}
        {words.hasLastDay ? (
          <TextField
            name="lastDay"
            type="date"
            label="休会の最終日（任意）"
            min={today}
            max={latestDay(today)}
            error={errors.lastDay}
            hint="空欄にすると、再開を登録するまで続きます。"
          />
        ) : null}
        <ReasonField
          name="reason"
          label="理由"
          hint="会員契約の履歴に残り、会員も読めます。"
          error={errors.reason}
          {...reasonLimit}
        />
      </FormDialog>
      {affected.question}
    </>
  );
}

function readFields(kind: ChangeKind, today: string): FormSpec<ChangeField> {
  const clean = (text: string) => text.trim();
  const { hasPlan, dayLabel, hasLastDay } = changeForms[kind];
  return {
    planId: { rules: [(text) => !hasPlan || text !== '' || 'プランを選んでください'] },
    fromDay: { clean, rules: [(text) => dayLabel === null || checkDay(text, today)] },
    lastDay: {
      clean,
      rules: [(text, { fromDay = '' }) => !hasLastDay || checkLastDay(text, fromDay, today)],
    },
    reason: reasonRules(reasonLimit),
  };
}

/** Returns the text of the toast. A deleted account cannot be notified. */
function describeNotice({ member }: Pick<StaffMembership, 'member'>): string {
  return member === null ? '会員契約の履歴に残しました。' : '会員にメールでお知らせします。';
}
