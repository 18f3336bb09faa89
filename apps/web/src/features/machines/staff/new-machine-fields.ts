import { machineLoads } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import type { Rule, Values } from '#ui/forms/use-form.ts';
import { readNumber } from '#ui/forms/step-range.ts';

const isLoad: Rule = (text) => {
  if (text === '') return true;
  const kg = readNumber(text);
  if (kg === null) return '数字で入力してください';
  const { min, max } = machineLoads;
  if (kg < min || kg > max) return `${min}〜${max}kgで入力してください`;
  return Number.isInteger(Math.round(kg * 1e6) / 1e5) || '0.1kg単位で入力してください';
};

const clean = (text: string) => text.normalize('NFKC').replace(/kg|\s/gi, '');

/** Returns the typed load, or the default of the type when the field is empty or invalid. */
function readLoad(text: string | undefined, usual: number): number {
  return text === undefined || text === '' ? usual : (readNumber(text) ?? usual);
}

function usualOf(typeId: string | undefined) {
  return workoutTypes.find(({ id }) => String(id) === typeId) ?? workoutTypes[0];
}

const isAboveMin: Rule = (text, { workoutTypeId, minLoad }) => {
  const usual = usualOf(workoutTypeId);
  return (
    readLoad(text, usual.maxLoad) > readLoad(minLoad, usual.minLoad) ||
    '最小の重量より大きくしてください'
  );
};

export const newMachineFields = {
  gymId: { rules: [(id: string) => id !== '' || '店舗を選んでください'] },
  workoutTypeId: { rules: [(id: string) => id !== '' || '種目を選んでください'] },
  minLoad: { rules: [isLoad], clean },
  maxLoad: { rules: [isLoad, isAboveMin], clean },
  loadStep: { rules: [isLoad], clean },
};

type LoadName = 'minLoad' | 'maxLoad' | 'loadStep';

/**
 * Returns the request body. Empty fields are omitted, so that the server uses the defaults of the
 * type.
 */
export function readNewMachine(values: Values<keyof typeof newMachineFields>) {
  const loads = (['minLoad', 'maxLoad', 'loadStep'] as const).flatMap((name) => {
    const kg = values[name] === '' ? null : readNumber(values[name]);
    return kg === null ? [] : [[name, kg] as const];
  });
  return {
    gymId: Number(values.gymId),
    workoutTypeId: Number(values.workoutTypeId),
    ...(Object.fromEntries(loads) as Partial<Record<LoadName, number>>),
  };
}
