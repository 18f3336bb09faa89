import { useId } from 'react';
import { weekdayNames } from '#lib/dates.ts';
import { SwitchField, ToggleChips, ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { FieldError, UnitField } from '#ui/forms/fields.tsx';
import { Box, Row, Stack } from '#ui/layout.tsx';
import { ClockField } from './hours-fields.tsx';
import { isAtOpeningHours, openingHours, type PlanDraft, type PlanErrors } from './plan-draft.ts';

interface PlanRightsFieldsProps {
  readonly plan: PlanDraft;
  readonly errors: PlanErrors;
  readonly edit: (part: Partial<PlanDraft>) => void;
}

const places = [
  { id: 'this', label: 'この店舗のみ' },
  { id: 'all', label: '全店舗' },
] as const;

/**
 * Edits where, when and how often members with this plan may come, and whether it can be chosen.
 */
export function PlanRightsFields({ plan, errors, edit }: PlanRightsFieldsProps) {
  return (
    <>
      <ToggleChips
        label="利用できる曜日"
        choices={weekdays}
        chosen={plan.weekdays}
        error={errors.weekdays}
        onChoose={(chosen) => {
          edit({ weekdays: chosen });
        }}
      />
      <PlanHoursField plan={plan} errorText={errors.hours} edit={edit} />
      <ToggleChoice
        label="利用できる店舗"
        choices={places}
        chosen={plan.allGyms ? 'all' : 'this'}
        onChoose={(place) => {
          edit({ allGyms: place === 'all' });
        }}
      />
      <Stack gap={8} top>
        <UnitField
          name="visitsPerMonth"
          label="1か月の利用回数"
          unit="回"
          inputMode="numeric"
          value={plan.visitsPerMonth}
          error={errors.visitsPerMonth}
          hint="空欄にすると、回数制限なしになります。"
          onChange={(event) => {
            edit({ visitsPerMonth: event.target.value });
          }}
        />
        {plan.visitsPerMonth.trim() === '' ? null : (
          <SwitchField
            on={plan.countsNoShows}
            onChange={(countsNoShows) => {
              edit({ countsNoShows });
            }}
          >
            来館しなかった予約も1回と数える
          </SwitchField>
        )}
      </Stack>
      <Box across>
        <SwitchField
          on={plan.offered}
          text="オフにすると、新しいお申し込みとこのプランへの変更を受け付けません。今の会員はそのまま続けられます。"
          onChange={(offered) => {
            edit({ offered });
          }}
        >
          申込受付
        </SwitchField>
      </Box>
    </>
  );
}

const weekdays = weekdayNames.map((name, id) => ({ id, label: name, name: `${name}曜日` }));

const times = [
  { id: 'open', label: '営業時間中' },
  { id: 'chosen', label: '時間を決める' },
] as const;

const proposed = { fromMinute: 10 * 60, untilMinute: 17 * 60 };

function PlanHoursField({
  plan,
  errorText,
  edit,
}: Pick<PlanRightsFieldsProps, 'plan' | 'edit'> & { readonly errorText: string | undefined }) {
  const id = useId();
  const isWhole = isAtOpeningHours(plan);
  const shared = {
    invalid: errorText !== undefined,
    describedBy: errorText === undefined ? undefined : `${id}-error`,
    lastHour: 48,
  };
  return (
    <Stack gap={8} top>
      <ToggleChoice
        label="利用できる時間"
        choices={times}
        chosen={isWhole ? 'open' : 'chosen'}
        onChoose={(time) => {
          edit(time === 'open' ? openingHours : proposed);
        }}
      />
      {isWhole ? null : (
        <Row as="span" gap={8} align="center" wrap>
          <ClockField
            {...shared}
            label="利用の始まり"
            minute={plan.fromMinute}
            onChange={(fromMinute) => {
              edit({ fromMinute });
            }}
          />
          {/* The sign stays with the time when it wraps to its own line. */}
          <Row as="span" inline gap={8} align="center">
            <span aria-hidden>〜</span>
            <ClockField
              {...shared}
              label="利用の終わり"
              minute={plan.untilMinute}
              onChange={(untilMinute) => {
                edit({ untilMinute });
              }}
            />
          </Row>
        </Row>
      )}
      <FieldError id={`${id}-error`} text={errorText} />
    </Stack>
  );
}
