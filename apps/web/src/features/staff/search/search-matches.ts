import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { foldForSearch, splitSearchWords } from '@tanren/domain/text';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { staffSections } from '#features/staff/staff-sections.ts';

/** Maximum number of machines in the results. More words narrow them down. */
const maxMachines = 6;

type StaffSection = (typeof staffSections)[number];

/** Returns the staff pages whose name or description has all words. All pages without a word. */
export function matchSections(typed: string): readonly StaffSection[] {
  const words = splitSearchWords(typed);
  return staffSections.filter(({ label, text }) => hasWords(`${label} ${text}`, words));
}

/** Returns the name of a machine's workout type. */
export function nameTypeOf({ workoutTypeId }: Pick<StaffMachine, 'workoutTypeId'>): string {
  return workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
}

/**
 * Returns the machines in service that have all words in their type or gym, or begin with the typed
 * number. Nothing without a word.
 */
export function matchMachines(
  typed: string,
  machines: readonly StaffMachine[],
): readonly StaffMachine[] {
  const words = splitSearchWords(typed);
  if (words.length === 0) return [];
  const found = machines.filter(
    (machine) =>
      machine.retiredAt === null &&
      words.every((word) =>
        /^\d+$/.test(word)
          ? String(machine.id).startsWith(word.replace(/^0+/, ''))
          : hasWords(`マシン${machine.id} ${nameTypeOf(machine)} ${machine.gymName}`, [word]),
      ),
  );
  return found.slice(0, maxMachines);
}

function hasWords(text: string, words: readonly string[]): boolean {
  const folded = foldForSearch(text);
  return words.every((word) => folded.includes(word));
}
