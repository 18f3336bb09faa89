import { measureLimits } from '@tanren/domain/workouts/rep-measures';
import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';
import { described, Instant, LoadKg, Uuid, visibleText } from './machine-fields.ts';

/* Commands of the server to a machine. */

export const unlinkReasons = [
  'member',
  'idle',
  'moved',
  /** The member's sign-ins were ended, so no device of the member would show what is stored. */
  'signed-out',
  'erased',
  'retired',
] as const;
export type UnlinkReason = (typeof unlinkReasons)[number];

/** One step of a menu, as the machine shows it. */
const SessionItemMessage = closedObject({
  sets: Type.Integer({ minimum: 1, maximum: 50, description: 'Number of sets that are left.' }),
  reps: Type.Integer({ minimum: 1, maximum: 200, description: 'Reps of each set.' }),
  loadKg: Type.Union([LoadKg, Type.Null()], {
    description: 'Load in kilograms. `null`: the member chooses it.',
  }),
  restSeconds: Type.Integer({ minimum: 0, maximum: 3600, description: 'Rest after each set.' }),
});

export const LinkedCommand = closedObject({
  type: Type.Literal('linked', { description: 'Always `linked`.' }),
  connectionId: described(Uuid, 'Id of the link, for all messages about this member.'),
  nickname: Type.String({ maxLength: 100, description: 'Name to show. It may be empty.' }),
  nextLoadKg: Type.Union([LoadKg, Type.Null()], {
    description: 'Load to set for the member, in kilograms. `null` for the smallest.',
  }),
  chosenByTrainer: Type.Boolean({
    description:
      "Whether the trainer, not the rule, chose `nextLoadKg`. A trainer's choice takes effect as soon as it is made or taken back.",
  }),
  recentBestKg: Type.Union([LoadKg, Type.Null()], {
    description:
      "The member's best of 90 days in kilograms. The machine asks for a confirmation of a load above 1.25 times this. `null` when there is none.",
  }),
  items: Type.Array(SessionItemMessage, {
    maxItems: 20,
    description: 'Steps of the menu that are left at this machine. Empty without a menu.',
  }),
});

export const UnlinkedCommand = closedObject({
  type: Type.Literal('unlinked', { description: 'Always `unlinked`.' }),
  connectionId: Type.Union([Uuid, Type.Null()], {
    description: 'Id of the link that ended. `null` ends any link that the machine still assumes.',
  }),
  reason: Type.Enum([...unlinkReasons], { description: 'Why the link ended.' }),
});

/**
 * Commands of version 2. A machine of version 1 ignores them, because it does not know their types.
 * The messages of version 1 never get more fields, because such a machine would ignore them then.
 */
export const WelcomeCommand = closedObject({
  type: Type.Literal('welcome', { description: 'Always `welcome`.' }),
  protocol: Type.Integer({
    minimum: 2,
    maximum: 1000,
    description: 'Newest version of this protocol that the server speaks.',
  }),
  at: described(Instant, "The server's time, to which the machine can compare its clock."),
});

export const DescribedCommand = closedObject({
  type: Type.Literal('described', { description: 'Always `described`.' }),
  result: Type.Enum(['stored', 'rejected'], { description: 'What became of the description.' }),
  detail: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What is wrong with a rejected description, in English.',
    }),
  ),
});

export const SeatCommand = closedObject({
  type: Type.Literal('seat', { description: 'Always `seat`.' }),
  connectionId: described(Uuid, 'Id of the link. The machine ignores the command for another.'),
  seat: Type.Integer({
    ...measureLimits.seat,
    description: 'Seat position of the member the last time, on a machine of the same model.',
  }),
});

/* Commands of version 3. A machine of an earlier version ignores them. */

/** A member is on the way to the machine. It is a courtesy on the screen, never a lock. */
export const HeldCommand = closedObject({
  type: Type.Literal('held', { description: 'Always `held`.' }),
  initial: visibleText(
    8,
    "First character of the member's nickname, or a short word for a member without one.",
  ),
  until: described(Instant, 'End of the hold. The machine then shows the link code again.'),
});

/** The hold has ended before its time. A link ends it without this command. */
export const ReleasedCommand = closedObject({
  type: Type.Literal('released', { description: 'Always `released`.' }),
});

/** Commands by their type, for the document. */
export const commandMessages = {
  linked: LinkedCommand,
  unlinked: UnlinkedCommand,
  welcome: WelcomeCommand,
  described: DescribedCommand,
  seat: SeatCommand,
  held: HeldCommand,
  released: ReleasedCommand,
};
