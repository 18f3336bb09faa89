import type { Transaction } from '#db/database.ts';
import { chosenLoads, trainerLinks, trainerViews } from '#db/schema/trainer-links.ts';
import type { TrainerRows } from './trainer-rows.ts';

export async function insertTrainer(
  tx: Transaction,
  { links, views, chosen }: TrainerRows,
): Promise<void> {
  await tx
    .insert(trainerLinks)
    .overridingSystemValue()
    .values([...links]);
  await tx
    .insert(trainerViews)
    .overridingSystemValue()
    .values([...views]);
  await tx.insert(chosenLoads).values([...chosen]);
}
