import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { setPlans, type StaffGym } from '@tanren/contract/staff-gyms';
import { includedTax } from '@tanren/domain/included-tax';
import { staffLimits } from '@tanren/domain/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { makeUuid } from '#lib/make-uuid.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatYen } from '#lib/number-format.ts';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField, UnitField } from '#ui/forms/fields.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { GymConflictNotice } from './gym-change-dialogs.tsx';
import {
  findPlanFaults,
  movePlan,
  newPlanDraft,
  type PlanDraft,
  type PlanFaults,
  toPlan,
} from './gym-fields.ts';
import { plansPart } from './gym-parts.ts';
import classes from './staff-gyms.module.css';
import { useGymEditor } from './use-gym-editor.ts';

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
      <SubmitButton busy={change.busy} variant={editor.conflict === null ? 'outline' : 'default'}>
        料金プランを保存する
      </SubmitButton>
      <LeaveWarning active={editor.isTouched} />
    </form>
  );
}

interface PlanFieldsProps {
  readonly plan: PlanDraft;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly faults: PlanFaults;
  readonly edit: (part: Partial<PlanDraft>) => void;
  readonly move: (by: 1 | -1) => void;
  readonly remove: () => void;
}

const kinds = [
  { id: 'month', label: '月ごと' },
  { id: 'visit', label: '1回ごと' },
] as const;

function PlanFields({ plan, number, count, faults, edit, move, remove }: PlanFieldsProps) {
  const { price, taxRate } = toPlan(plan);
  const name = `プラン${number}`;
  return (
    <li className={classes.plan} aria-label={name}>
      <div className={classes.head}>
        <span className={classes.number}>{name}</span>
        <PlainButton
          aria-label={`${name}を上へ移動する`}
          aria-disabled={number === 1}
          onClick={() => {
            move(-1);
          }}
        >
          <IconArrowUp size={20} stroke={1.75} aria-hidden />
        </PlainButton>
        <PlainButton
          aria-label={`${name}を下へ移動する`}
          aria-disabled={number === count}
          onClick={() => {
            move(1);
          }}
        >
          <IconArrowDown size={20} stroke={1.75} aria-hidden />
        </PlainButton>
        <PlainButton aria-label={`${name}を外す`} onClick={remove}>
          <IconTrash size={20} stroke={1.75} aria-hidden />
        </PlainButton>
      </div>
      <TextField
        name="name"
        label="プラン名"
        value={plan.name}
        error={faults.name}
        onChange={(event) => {
          edit({ name: event.target.value });
        }}
      />
      <ToggleChoice
        label="料金の単位"
        choices={kinds}
        chosen={plan.per}
        onChoose={(per) => {
          edit({ per });
        }}
      />
      <UnitField
        name="price"
        label="料金（税込）"
        unit="円"
        inputMode="numeric"
        value={plan.price}
        error={faults.price}
        hint={`うち消費税 ${formatYen(includedTax(price, taxRate))}`}
        onChange={(event) => {
          edit({ price: event.target.value });
        }}
      />
      <UnitField
        name="taxRate"
        label="消費税率"
        unit="%"
        inputMode="numeric"
        value={plan.taxRate}
        error={faults.taxRate}
        onChange={(event) => {
          edit({ taxRate: event.target.value });
        }}
      />
      <div className={classes.wide}>
        <TextAreaField
          name="description"
          label="説明（任意）"
          rows={2}
          value={plan.description}
          length={countCharacters(plan.description)}
          most={staffLimits.planDescription}
          error={faults.description}
          onChange={(event) => {
            edit({ description: event.target.value });
          }}
        />
      </div>
    </li>
  );
}
