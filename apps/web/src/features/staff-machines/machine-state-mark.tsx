import type { StaffMachine } from '@tanren/contract/staff-machines';
import { machineStateNames, readMachineState } from './machine-state.ts';
import classes from './machine-state-mark.module.css';

/** The form of the dot tells it too, for those who see no colours. */
export function MachineStateMark({ machine }: { readonly machine: StaffMachine }) {
  const state = readMachineState(machine);
  return (
    <span className={classes.mark} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {machineStateNames[state]}
    </span>
  );
}
