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
import { AffectedDialog, GymConflictNotice } from './gym-change-dialogs.tsx';
import { plansPart } from './gym-parts.ts';
import { findPlanErrors, movePlan, newPlanDraft, type PlanDraft, toPlan } from './plan-draft.ts';
import { PlanFields } from './plan-fields.tsx';
import classes from './staff-gyms.module.css';
import { useGymEditor } from './use-gym-editor.ts';

/** Edits all plans. They are saved together, in the order in which members see them. */
export function PlansSection({ gym }: { readonly gym: StaffGym }) {
  const { change, ...editor } = useGymEditor(gym, plansPart);
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
      draft: plans,
      send: (rules) =>
        callApi(setPlans, { params: { gymId: gym.id }, body: { ...body, ...rules } }),
      onDone: () => {
        setAttempts(0);
        notifyDone('料金プランを保存しました', '会員の店舗ページに反映されます。');
      },
    });
  }

  function remove({ key, memberships }: PlanDraft): void {
    const before = plans;
    editor.edit(plans.filter((plan) => plan.key !== key));
    notifyDone('プランを外しました', explainRemoval(memberships), {
      label: '元に戻す',
      run: () => {
        editor.edit(before);
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
      <GymConflictNotice
        conflict={editor.conflict}
        busy={change.busy}
        loadLatest={editor.loadLatest}
      />
      {plans.length === 0 ? (
        <Text quiet>
          料金プランはありません。会員の画面には「プランは店頭でご案内しています。」と表示されます。
        </Text>
      ) : null}
      <Stack as="ol" gap={16} className={classes.plans}>
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
              editor.edit(plans.map((one) => (one.key === plan.key ? { ...one, ...part } : one)));
            }}
            move={(by) => {
              editor.edit(movePlan(plans, plan.key, by));
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
            editor.edit([...plans, added]);
            setOpened((keys) => [...keys, added.key]);
          }}
        >
          <IconPlus size={20} stroke={1.75} aria-hidden className={classes.plus} />
          プランを追加する
        </PrimaryButton>
      ) : null}
      <FormError text={change.failure} />
      <SubmitButton busy={change.busy} variant={editor.conflict === null ? 'outline' : 'default'}>
        料金プランを保存する
      </SubmitButton>
      <LeaveWarning active={editor.isTouched} />
      <AffectedDialog change={change} />
    </Stack>
  );
}

/** Explains the removal of a plan. Existing members keep it, and it is no longer offered. */
function explainRemoval(memberships: number): string {
  return memberships === 0
    ? '保存するまでは、会員の画面は変わりません。'
    : `今このプランの会員${memberships}人は、そのまま続けられます。`;
}
