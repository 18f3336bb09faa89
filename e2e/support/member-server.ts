import type { Account } from './accounts.ts';
import { test as base } from './embedded-server.ts';
import { createReadyMember } from './member-steps.ts';

/** Tests with a member of their own, who has a profile and nothing else. */
export const test = base.extend<{ member: Account }>({
  member: async ({ embedded }, provide) => {
    await provide(await createReadyMember(embedded));
  },
});
