import type { GymSummary } from '@tanren/contract/gyms/gyms';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { nameKanaField } from '#entities/memberships/name-kana.ts';
import { notifyDone } from '#lib/notifier.ts';
import { serverNow } from '#lib/server-time.ts';
import { explainStaffText } from '#lib/staff-text.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-fields.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { type FormSpec, useForm } from '#ui/forms/use-form.ts';
import { explainContractRejection } from './contract-rejections.ts';
import { checkDay, latestDay } from './membership-changes.ts';
import { PlanSelect } from './plan-select.tsx';
import { sendEnrolment } from './staff-memberships.queries.ts';

interface EnrolDialogProps {
  readonly member: string;
  readonly gyms: readonly [GymSummary, ...GymSummary[]];
  readonly onDismiss: () => void;
}

type EnrolField = 'gymId' | 'planId' | 'fromDay' | 'name' | 'nameKana' | 'reason';

const reasonLimit = { max: staffLimits.reason, count: countCharacters };
const nameRule = { max: membershipLimits.name, required: true };

/** Enrols a person at the desk whose account was looked up. */
export function EnrolDialog({ member, gyms, onDismiss }: EnrolDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const today = toGymDay(new Date(serverNow()));
  const [gymId, setGymId] = useState(gyms[0].id);
  const { form, errors, problem, busy } = useForm({
    fields: readFields(today),
    explain: (error) => ({ text: explainContractRejection(error) }),
    submit: async ({ planId, fromDay, name, nameKana, reason }) => {
      const membershipId = await sendEnrolment(queryClient, gymId, {
        member,
        planId: Number(planId),
        fromDay,
        name,
        nameKana,
        reason,
      });
      onDismiss();
      notifyDone('入会の手続きが完了しました', '会員にメールでお知らせします。');
      void navigate({ to: '/staff/memberships/$membershipId', params: { membershipId } });
    },
  });
  return (
    <FormDialog
      title="入会の手続き"
      lead={<p>ご本人を確認してから登録してください。選んだ日から会員契約が始まります。</p>}
      form={form}
      problem={problem}
      busy={busy}
      confirm="入会を登録する"
      confirming="登録しています…"
      cancel="登録しない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <SelectField
        name="gymId"
        label="店舗"
        quiet
        value={String(gymId)}
        choices={gyms.map(({ id, name }) => ({ id: String(id), label: name }))}
        onChange={({ target }) => {
          setGymId(Number(target.value));
        }}
      />
      <PlanSelect key={gymId} gymId={gymId} error={errors.planId} />
      <TextField
        name="fromDay"
        type="date"
        label="入会日"
        defaultValue={today}
        min={today}
        max={latestDay(today)}
        error={errors.fromDay}
      />
      <TextField
        name="name"
        label="お名前"
        hint="本人確認書類のとおりに入力してください。"
        error={errors.name}
        autoComplete="off"
      />
      <TextField
        name="nameKana"
        label="フリガナ（任意）"
        hint="受付での検索に使います。例：ヤマダ ハナコ"
        error={errors.nameKana}
        autoComplete="off"
      />
      <ReasonField
        name="reason"
        label="理由"
        hint="会員も読めます。例：店頭でのお申し込み"
        error={errors.reason}
        {...reasonLimit}
      />
    </FormDialog>
  );
}

function readFields(today: string): FormSpec<EnrolField> {
  const clean = (text: string) => text.trim();
  return {
    gymId: { rules: [] },
    planId: { rules: [(text) => text !== '' || 'プランを選んでください'] },
    fromDay: { clean, rules: [(text) => checkDay(text, today)] },
    name: { clean, rules: [(text) => explainStaffText('お名前', text, nameRule) ?? true] },
    nameKana: nameKanaField,
    reason: reasonRules(reasonLimit),
  };
}
