import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';
import { described, LoadKg, visibleText } from './machine-fields.ts';

/**
 * Version of the protocol that this release speaks. Version 1 has no `welcome`, no description and
 * no measures, and version 2 has no `use`, `held` and `released`. A new version may add optional
 * fields, topics and commands, never change old ones.
 */
export const protocolVersion = 3;

/** What a machine can measure, by the name of the field. */
export const measureNames = [
  'startMs',
  'concentricMs',
  'eccentricMs',
  'rangeMm',
  'meanVelocityMmPerS',
  'peakVelocityMmPerS',
  'side',
  'failedReps',
  'seat',
] as const;

/** Message on `…/description`, QoS 1, sent after `welcome`. The server answers `described`. */
export const DescriptionMessage = closedObject({
  protocol: Type.Integer({
    minimum: 2,
    maximum: 1000,
    description: 'Newest version of this protocol that the machine speaks.',
  }),
  maker: visibleText(60, 'Name of the maker.'),
  model: visibleText(60, 'Name of the model.'),
  firmware: visibleText(40, 'Name and version of the software, as in the status.'),
  loads: closedObject(
    {
      minKg: described(LoadKg, 'Smallest load in kilograms, with one decimal.'),
      maxKg: described(LoadKg, 'Largest load in kilograms, with one decimal.'),
      stepKg: described(LoadKg, 'Step between two loads in kilograms, with one decimal.'),
    },
    {
      description:
        'Loads that the machine can be set to: the smallest, every step above it, and the largest. Staff see when they differ from the registered ones.',
    },
  ),
  measures: Type.Array(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), {
    maxItems: 50,
    description: `Names of the measures that the machine sends: ${measureNames.join(', ')}. The server ignores names that it does not know.`,
  }),
  setsSeat: Type.Optional(
    Type.Boolean({
      description: 'Whether a motor can set the seat. The server then sends the command `seat`.',
    }),
  ),
});
export type DescriptionMessage = Type.Static<typeof DescriptionMessage>;
