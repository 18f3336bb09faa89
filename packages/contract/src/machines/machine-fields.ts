import { measureLimits, repSides } from '@tanren/domain/workouts/rep-measures';
import { maxReps } from '@tanren/domain/workouts/workouts';
import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';

/* Fields that several messages of machines share. */

export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });
/** Kilograms with one decimal; the machine's own range is checked against its registry entry. */
export const LoadKg = Type.Number({ minimum: 0, maximum: 1000 });
/**
 * Visible characters only: PostgreSQL accepts no NUL and no half of a surrogate pair in JSON, and a
 * log line must not contain a line break.
 */
export const visibleText = (maxLength: number, description: string) =>
  Type.String({
    pattern: `^[^\\p{Cc}\\p{Cs}]{1,${maxLength}}$`,
    minLength: 1,
    maxLength,
    description,
  });

/** Adds the text of the document to a schema that several fields share. */
export function described<S extends Type.TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}

export const measure = (name: keyof typeof measureLimits, description: string) =>
  Type.Optional(Type.Integer({ ...measureLimits[name], description }));

/**
 * Measures of a rep. A server of version 1 rejects a message that has one of them, so a machine
 * sends them only after `welcome`.
 */
export const repMeasures = {
  startMs: measure(
    'startMs',
    "Start of the rep in milliseconds after the workout's `startedAt`, by a clock that is never set.",
  ),
  concentricMs: measure(
    'concentricMs',
    'Duration of the lifting phase in milliseconds, at most `ms` together with `eccentricMs`.',
  ),
  eccentricMs: measure('eccentricMs', 'Duration of the lowering phase in milliseconds.'),
  rangeMm: measure('rangeMm', 'Range of motion in millimetres: the path of the load in one phase.'),
  meanVelocityMmPerS: measure(
    'meanVelocityMmPerS',
    'Mean velocity of the lifting phase in millimetres per second.',
  ),
  peakVelocityMmPerS: measure(
    'peakVelocityMmPerS',
    'Highest velocity of the lifting phase in millimetres per second, not below the mean.',
  ),
  side: Type.Optional(
    Type.Enum([...repSides], { description: 'Side that lifted, on a machine with two arms.' }),
  ),
};

export const RepMessage = closedObject({
  loadKg: described(
    LoadKg,
    'Load of the rep in kilograms, with one decimal. It is a setting of the machine.',
  ),
  ms: Type.Integer({
    minimum: 0,
    maximum: 600_000,
    description: 'Duration of the rep in milliseconds, at least 200 to be plausible.',
  }),
  ...repMeasures,
});

const SetMessage = closedObject({
  loadKg: described(LoadKg, 'Load that the machine was set to, in kilograms with one decimal.'),
  reps: Type.Array(RepMessage, {
    minItems: 1,
    maxItems: maxReps,
    description:
      'Completed reps, in their order. A set without a completed rep is left out of the message.',
  }),
  failedReps: Type.Optional(
    Type.Array(RepMessage, {
      maxItems: 20,
      description: 'Reps that were begun and not completed. They count in no result.',
    }),
  ),
  startMs: measure(
    'startMs',
    "Start of the set in milliseconds after the workout's `startedAt`, at or before its first rep.",
  ),
  seat: measure('seat', 'Seat position, as it is printed on the machine.'),
});

export const sets = Type.Array(SetMessage, {
  minItems: 1,
  // More than 50 sets are rejected as implausible. The limit here only bounds the work.
  maxItems: 200,
  description: 'Sets in their order. More than 50 are rejected as `too_many_sets`.',
});
export const workoutUuid = described(
  Uuid,
  'UUID that the machine makes at the first set. The same workout always has the same one.',
);
export const startedAt = described(Instant, 'Start of the first rep (RFC 3339, with time zone).');
export const endedAt = described(Instant, 'End of the last rep (RFC 3339, with time zone).');
export const connectionId = described(Uuid, 'Id of the link, from the command `linked`.');
