import type { SessionContent } from '@tanren/contract/training-sessions';
import { type Account, forgetSharedTokens } from './accounts.ts';
import { runSql } from './database.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { callApi, createReadyMember } from './member-steps.ts';
import { contentOf } from './training-sessions.ts';

/** The operator names trainers and staff; answers an account of the group, called as told. */
export async function createWorker(
  embedded: EmbeddedServer,
  group: 'trainer' | 'staff',
  nickname: string,
): Promise<Account> {
  const account = { ...(await createReadyMember(embedded)), totpIn: embedded.dataDir };
  await runSql(
    embedded.dataDir,
    `update user_pool_users set groups = groups || array[$2::text], totp_enabled = true where email = $1`,
    [account.email, group],
  );
  forgetSharedTokens(account);
  await callApi(embedded, account, 'PATCH', '/userinfo', { nickname });
  return account;
}

/** By the trainer, elsewhere; answers the status and the number of the link. */
export async function enterCode(
  embedded: EmbeddedServer,
  trainer: Account,
  code: string,
): Promise<{ status: number; memberId: number }> {
  const { status, json } = await callApi(embedded, trainer, 'POST', '/trainer/members', { code });
  return { status, memberId: Number(json['memberId']) };
}

/** By both, each elsewhere; answers the number of the link. */
export async function linkTrainer(
  embedded: EmbeddedServer,
  member: Account,
  trainer: Account,
  scopes: readonly string[] = ['history', 'profile', 'status'],
): Promise<number> {
  const { json } = await callApi(embedded, member, 'POST', '/trainer-connection-code', { scopes });
  const { status, memberId } = await enterCode(embedded, trainer, String(json['code']));
  if (status !== 201) throw new Error(`entering the code: ${status}`);
  return memberId;
}

/** By the trainer, elsewhere; answers its id. */
export async function makeSessionFor(
  embedded: EmbeddedServer,
  trainer: Account,
  memberId: number,
  content: Partial<SessionContent>,
): Promise<number> {
  const path = `/trainer/members/${memberId}/training-sessions`;
  const body = contentOf({ visibility: 'private', ...content });
  const { status, json } = await callApi(embedded, trainer, 'POST', path, body);
  if (status !== 201) throw new Error(`making a session: ${status} ${JSON.stringify(json)}`);
  return Number(json['trainingSessionId']);
}

/** As if the trainer had looked at that then. */
export async function insertViews(
  { dataDir }: EmbeddedServer,
  linkId: number,
  views: readonly { readonly seen: string; readonly seenAt: Date }[],
): Promise<void> {
  await runSql(
    dataDir,
    `insert into trainer_views (link_id, member_sub, trainer_sub, seen, seen_at)
     select l.id, l.member_sub, l.trainer_sub, v->>'seen', (v->>'seenAt')::timestamptz
     from trainer_links l, jsonb_array_elements($2::jsonb) v where l.id = $1`,
    [linkId, JSON.stringify(views)],
  );
}
