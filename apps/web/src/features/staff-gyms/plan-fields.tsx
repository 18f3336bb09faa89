import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { includedTax } from '@tanren/domain/included-tax';
import { staffLimits } from '@tanren/domain/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { formatYen } from '#lib/number-format.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField, UnitField } from '#ui/forms/fields.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { type PlanDraft, type PlanFaults, toPlan } from './plan-draft.ts';
import { PlanRightsFields } from './plan-rights-fields.tsx';
import classes from './staff-gyms.module.css';

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

/** One plan: what it is called and costs, and below what it allows. */
export function PlanFields({ plan, number, count, faults, edit, move, remove }: PlanFieldsProps) {
  const { price, taxRate } = toPlan(plan);
  const name = `プラン${number}`;
  return (
    <li className={classes.plan} aria-label={name}>
      <div className={classes.head}>
        <span className={classes.number}>{name}</span>
        <span className={classes.members}>
          {plan.memberships === 0 ? '会員なし' : `会員${plan.memberships}人`}
        </span>
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
      <PlanRightsFields plan={plan} faults={faults} edit={edit} />
    </li>
  );
}
