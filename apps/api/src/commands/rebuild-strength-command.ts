import type { Database } from '#db/database.ts';
import { updateMachineOffsets } from '#modules/machines/machine-offsets.service.ts';
import { rebuildAllStrengths } from '#modules/workouts/strength/rebuild-all-strengths.ts';
import { type CommandLine, UsageError } from './command-line.ts';

const usage = `Usage: npm run rebuild-strength

Recomputes the strength of all members and the offsets of all machines from the stored workouts.
The values stay the same unless the rules have changed. Nodes may run meanwhile. After an
interruption run it again.
`;

async function run(_command: null, db: Database): Promise<string> {
  const count = await rebuildAllStrengths(db);
  await updateMachineOffsets(db, new Date());
  return `The strength was recomputed for ${count} pair(s) of a member and a workout type.\n`;
}

export const rebuildStrengthLine: CommandLine<null> = {
  usage,
  read(args) {
    if (args.length > 0) throw new UsageError('rebuild-strength takes no options');
    return null;
  },
  run,
};
