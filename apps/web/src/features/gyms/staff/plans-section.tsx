import { IconPlus } from '@tabler/icons-react';
import { setPlans, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { makeUuid } from '#lib/make-uuid.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Stack, Text } from '#ui/layout.tsx';
import { planWords } from './gym-parts.ts';
import {
  findPlanErrors,
  movePlan,
  newPlanDraft,
  type PlanDraft,
  toPlan,
  toPlanDraft,
} from './plan-draft.ts';
import { PlanFields } from './plan-fields.tsx';
import classes from './staff-gyms.module.css';
import { useGymDraft } from './use-gym-draft.tsx';

/** Edits all plans. They are saved together, in the order in which members see them. */
export function PlansSection({ gym }: { readonly gym: StaffGym }) {
  const editor = useGymDraft({
    gym,
    toDraft: (version): readonly PlanDraft[] => version.plans.map(toPlanDraft),
    words: planWords,
  });
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const plans = editor.draft;
  const [opened, setOpened] = useState<readonly string[]>(() =>
    plans.length === 1 ? plans.map(({ key }) => key) : [],
  );
  const wrong = plans.filter((plan) => Object.keys(findPlanErrors(plan)).length > 0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  function save(): void {
    if (wrong.length > 0) {
      setOpened((keys) => [...new Set([...keys, ...wrong.map(({ key }) => key)])]);
      setAttempts((count) => count + 1);
      return;
    }
    const body = { plans: plans.map(toPlan) };
    void editor.save({
      call: (rules) =>
        callApi(setPlans, { params: { gymId: gym.id }, body: { ...body, ...rules } }),
      onDone: () => {
        setAttempts(0);
        notifyDone('料金プランを保存しました', '会員の店舗ページに反映されます。');
      },
    });
  }

  function remove({ key, memberships }: PlanDraft): void {
    editor.edit((before) => before.filter((plan) => plan.key !== key));
    notifyDone('プランを外しました', explainRemoval(memberships), {
      label: '元に戻す',
      run: () => {
        editor.edit(() => plans);
      },
    });
  }

  return (
    <Stack
      ref={form}
      as="form"
      gap={16}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {editor.notice}
      {plans.length === 0 ? (
        <Text quiet>
          料金プランはありません。会員の画面には「プランは店頭でご案内しています。」と表示されます。
        </Text>
      ) : null}
      <Stack as="ol" gap={16} optional className={classes.plans}>
        {plans.map((plan, index) => (
          <PlanFields
            key={plan.key}
            plan={plan}
            number={index + 1}
            count={plans.length}
            errors={attempts === 0 ? {} : findPlanErrors(plan)}
            isOpen={opened.includes(plan.key)}
            toggle={() => {
              setOpened((keys) =>
                keys.includes(plan.key)
                  ? keys.filter((key) => key !== plan.key)
                  : [...keys, plan.key],
              );
            }}
            edit={(part) => {
              editor.edit((before) =>
                before.map((one) => (one.key === plan.key ? { ...one, ...part } : one)),
              );
            }}
            move={(by) => {
              editor.edit((before) => movePlan(before, plan.key, by));
            }}
            remove={() => {
              remove(plan);
            }}
          />
        ))}
      </Stack>
      {plans.length < staffLimits.plans ? (
        <PrimaryButton
          variant="default"
          onClick={() => {
            const added = newPlanDraft(makeUuid());
            editor.edit((before) => [...before, added]);
            setOpened((keys) => [...keys, added.key]);
          }}
        >
          <IconPlus size={20} stroke={1.75} aria-hidden />
          プランを追加する
        </PrimaryButton>
      ) : null}
      <FormError text={editor.failure} />
      <SubmitButton busy={editor.busy} variant={editor.needsDecision ? 'default' : 'outline'}>
        料金プランを保存する
      </SubmitButton>
      <LeaveWarning active={editor.isTouched} />
      {editor.question}
    </Stack>
  );
}

/** Explains the removal of a plan. Existing members keep it, and it is no longer offered. */
function explainRemoval(memberships: number): string {
  return memberships === 0
    ? '保存するまでは、会員の画面は変わりません。'
    : `今このプランの会員${memberships}人は、そのまま続けられます。`;
}
