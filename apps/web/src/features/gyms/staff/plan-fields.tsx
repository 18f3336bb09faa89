import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { includedTax } from '@tanren/domain/memberships/included-tax';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { perWords } from '#entities/memberships/contract-words.ts';
import { summarizePlan } from '#entities/memberships/membership-words.ts';
import { formatYen } from '#lib/number-format.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField, UnitField } from '#ui/forms/fields.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { Box, look, Note, Row, Stack } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';
import { type PlanDraft, type PlanErrors, toPlan } from './plan-draft.ts';
import { PlanRightsFields } from './plan-rights-fields.tsx';
import classes from './staff-gyms.module.css';

interface PlanFieldsProps {
  readonly plan: PlanDraft;
  /** Number of the plan, starting at 1. */
  readonly number: number;
  readonly count: number;
  readonly errors: PlanErrors;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly edit: (part: Partial<PlanDraft>) => void;
  readonly move: (by: 1 | -1) => void;
  readonly remove: () => void;
}

const kinds = [
  { id: 'month', label: '月ごと' },
  { id: 'visit', label: '1回ごと' },
] as const;

const summary = look(
  'row',
  'full',
  'across',
  'tall-56',
  'align-center',
  'justify-between',
  'gap-12',
);

/** Shows one plan: a summary while folded, and all of its fields while open. */
export function PlanFields({ isOpen, toggle, ...props }: PlanFieldsProps) {
  const { plan, number, count, move, remove } = props;
  const name = `プラン${number}`;
  return (
    <Stack
      as="li"
      from={640}
      align="start"
      card
      whiteErrors
      raisedFields
      className={classes.plan}
      aria-label={name}
    >
      <Row align="center" across className={classes.head}>
        <Row as="span" gap={12} rowGap={0} align="baseline" wrap leading="snug" grow>
          <strong>{plan.name.trim() || name}</strong>
          <Note as="span" fixed>
            {plan.memberships === 0 ? '会員なし' : `会員${plan.memberships}人`}
          </Note>
        </Row>
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
      </Row>
      <button
        type="button"
        className={`${summary} ${classes.planSummary}`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {/* An open plan shows the same in its fields. */}
        <Note as="span" leading="snug" shrinks>
          {isOpen ? null : <Unbroken text={summarize(plan)} />}
        </Note>
        <Row as="span" gap={4} align="center" size={14} fixed>
          {isOpen ? '閉じる' : '編集する'}
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </Row>
      </button>
      {isOpen ? <OpenPlan {...props} /> : null}
    </Stack>
  );
}

/** Summarizes a plan as members read it, and says whether it can be chosen. */
function summarize(plan: PlanDraft): string {
  const read = toPlan(plan);
  const offered = read.offered ? '' : '・申込受付なし';
  return `${formatYen(read.price)}/${perWords[read.per]}・${summarizePlan(read)}${offered}`;
}

function OpenPlan({ plan, errors, edit }: Pick<PlanFieldsProps, 'plan' | 'errors' | 'edit'>) {
  const { price, taxRate } = toPlan(plan);
  return (
    <>
      <TextField
        name="name"
        label="プラン名"
        value={plan.name}
        error={errors.name}
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
        error={errors.price}
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
        error={errors.taxRate}
        onChange={(event) => {
          edit({ taxRate: event.target.value });
        }}
      />
      <Box across>
        <TextAreaField
          name="description"
          label="説明（任意）"
          rows={2}
          value={plan.description}
          length={countCharacters(plan.description)}
          max={staffLimits.planDescription}
          error={errors.description}
          onChange={(event) => {
            edit({ description: event.target.value });
          }}
        />
      </Box>
      <PlanRightsFields plan={plan} errors={errors} edit={edit} />
    </>
  );
}
