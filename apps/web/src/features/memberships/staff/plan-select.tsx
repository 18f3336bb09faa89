import { useQuery } from '@tanstack/react-query';
import { staffGymQuery } from '#entities/gyms/gyms.queries.ts';
import { perWords } from '#entities/memberships/contract-words.ts';
import { summarizePlan } from '#entities/memberships/membership-words.ts';
import { formatYen } from '#lib/number-format.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { SelectField } from '#ui/forms/select-fields.tsx';
import { useState } from 'react';

interface PlanSelectProps {
  readonly gymId: number;
  /** Plan that the member already has. */
  readonly without?: number | undefined;
  readonly error: string | undefined;
}

/** Shows all plans of a gym. Staff may also choose a plan that members cannot apply for. */
export function PlanSelect({ gymId, without, error }: PlanSelectProps) {
  const gym = useQuery({ ...staffGymQuery(gymId), meta: { errorShownByPage: true } });
  const [chosen, setChosen] = useState('');
  const plans = gym.data?.plans.filter(({ id }) => id !== without) ?? [];
  const plan = plans.find(({ id }) => String(id) === chosen);
  const first = gym.data === undefined ? '読み込んでいます…' : 'プランを選んでください';
  return (
    <>
      <SelectField
        name="planId"
        label="プラン"
        quiet
        value={plan === undefined ? '' : chosen}
        choices={[
          { id: '', label: first },
          ...plans.map(({ id, name, price, per, offered }) => ({
            id: String(id),
            label: `${name}　${formatYen(price)}/${perWords[per]}${offered ? '' : '（申込受付なし）'}`,
          })),
        ]}
        error={error}
        hint={plan === undefined ? undefined : summarizePlan(plan)}
        onChange={({ target }) => {
          setChosen(target.value);
        }}
      />
      <LoadAgainIfMissing what="プラン" query={gym} />
    </>
  );
}
