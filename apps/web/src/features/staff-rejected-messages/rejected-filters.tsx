import type { StaffMachine } from '@tanren/contract/staff-machines';
import { useNavigate } from '@tanstack/react-router';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { FilterSelect } from '#ui/filter-select.tsx';
import type { RejectedSearch } from './rejected-search.ts';
import { isRejectionReason, rejectionChoices } from './rejection-words.ts';
import classes from './rejected-filters.module.css';

interface RejectedFiltersProps {
  readonly search: RejectedSearch;
  readonly machines: readonly StaffMachine[];
}

export function RejectedFilters({ search, machines }: RejectedFiltersProps) {
  const navigate = useNavigate();
  const go = (next: RejectedSearch) =>
    void navigate({ to: '/staff/rejected-messages', search: next, replace: true });
  const { machineId, ...withoutMachine } = search;
  const { reason, ...withoutReason } = search;
  return (
    <div className={classes.filters}>
      <FilterSelect
        label="マシン"
        value={machineId ?? null}
        choices={machines.map((machine) => ({
          id: machine.id,
          label: `${machine.id} ${nameWorkoutType(machine.workoutTypeId)}（${machine.gymName}）`,
        }))}
        onChoose={(id) => {
          go(id === null ? withoutMachine : { ...search, machineId: id });
        }}
      />
      <FilterSelect
        label="理由"
        value={isRejectionReason(reason) ? reason : null}
        choices={rejectionChoices}
        onChoose={(id) => {
          go(id === null ? withoutReason : { ...search, reason: id });
        }}
      />
    </div>
  );
}
