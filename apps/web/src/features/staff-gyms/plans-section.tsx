import { IconPlus } from '@tabler/icons-react';
import { setPlans, type StaffGym } from '@tanren/contract/staff-gyms';
import { staffLimits } from '@tanren/domain/staff-texts';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { makeUuid } from '#lib/make-uuid.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { GymConflictNotice } from './gym-conflict-notice.tsx';
import { plansPart } from './gym-parts.ts';
import { findPlanFaults, movePlan, newPlanDraft, toPlan } from './plan-drafts.ts';
import { PlanFields } from './plan-fields.tsx';
import { useGymEditor } from './use-gym-editor.ts';
import classes from './plans-section.module.css';

/** All plans are saved together, in the order in which members read them. */
export function PlansSection({ gym }: { readonly gym: StaffGym }) {
  const { change, ...editor } = useGymEditor(gym, plansPart);
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const plans = editor.draft;
  const isWrong = plans.some((plan) => Object.keys(findPlanFaults(plan)).length > 0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  function save(): void {
    if (isWrong) {
      setAttempts((count) => count + 1);
      return;
    }
    const body = { plans: plans.map(toPlan) };
    void editor.save({
      draft: plans,
      send: ({ version }) =>
        callApi(setPlans, { params: { gymId: gym.id }, body: { ...body, version } }),
      onDone: () => {
        setAttempts(0);
        notifyDone('料金プランを保存しました', '会員の店舗ページに反映されます。');
      },
    });
  }

  function remove(key: string): void {
    const before = plans;
    editor.edit(plans.filter((plan) => plan.key !== key));
    notifyDone('プランを外しました', '保存するまでは、会員の画面は変わりません。', {
      label: '元に戻す',
      run: () => {
        editor.edit(before);
      },
    });
  }

  return (
    <form
      ref={form}
      className={classes.form}
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
        <p className={classes.none}>
          料金プランはありません。会員の画面には「料金は店頭でご案内しています。」と表示されます。
        </p>
      ) : null}
      <ol className={classes.plans}>
        {plans.map((plan, index) => (
          <PlanFields
            key={plan.key}
            plan={plan}
            number={index + 1}
            count={plans.length}
            faults={attempts === 0 ? {} : findPlanFaults(plan)}
            edit={(part) => {
              editor.edit(plans.map((one) => (one.key === plan.key ? { ...one, ...part } : one)));
            }}
            move={(by) => {
              editor.edit(movePlan(plans, plan.key, by));
            }}
            remove={() => {
              remove(plan.key);
            }}
          />
        ))}
      </ol>
      {plans.length < staffLimits.plans ? (
        <PrimaryButton
          variant="default"
          onClick={() => {
            editor.edit([...plans, newPlanDraft(makeUuid())]);
          }}
        >
          <IconPlus size={20} stroke={1.75} aria-hidden className={classes.plus} />
          プランを追加する
        </PrimaryButton>
      ) : null}
      <FormError text={change.failure} />
      <SubmitButton busy={change.busy}>料金プランを保存する</SubmitButton>
      <LeaveWarning active={editor.isTouched} />
    </form>
  );
}
