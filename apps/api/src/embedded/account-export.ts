import { authenticationEvents } from '@tanren/user-pool/schema/authentication-events';
import { userPoolSessions } from '@tanren/user-pool/schema/sessions';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { asc, eq } from 'drizzle-orm';
import type { ExportPart } from '#modules/identity/member-data.service.ts';

/** The pool's data about its user, without the credentials. */
const accountPart: ExportPart = {
  name: 'account',
  title: 'アカウント',
  headers: [
    'ID',
    'メールアドレス',
    'メールアドレスの確認',
    'グループ',
    '認証アプリ',
    'メール認証',
    '登録日時（日本時間）',
    '更新日時（日本時間）',
  ],
  async *readRows(db, { sub }) {
    const {
      email,
      emailVerified,
      groups,
      attributes,
      totpEnabled,
      emailCodeEnabled,
      createdAt,
      updatedAt,
    } = userPoolUsers;
    const account = { sub: userPoolUsers.sub, email, emailVerified, groups, attributes };
    const users = await db
      .select({ ...account, totpEnabled, emailCodeEnabled, createdAt, updatedAt })
      .from(userPoolUsers)
      .where(eq(userPoolUsers.sub, sub));
    for (const user of users) {
      yield {
        record: user,
        cells: [
          user.sub,
          user.email,
          user.emailVerified ? '確認済み' : '未確認',
          user.groups.join('、'),
          user.totpEnabled ? '使用中' : '未使用',
          user.emailCodeEnabled ? '使用中' : '未使用',
          toGymTime(user.createdAt),
          toGymTime(user.updatedAt),
        ],
      };
    }
  },
};

const signInPart: ExportPart = {
  name: 'sign-ins',
  title: 'ログインした端末',
  headers: [
    'ログイン日時（日本時間）',
    '有効期限（日本時間）',
    'ログアウト日時（日本時間）',
    '最終利用日時（日本時間）',
    'ブラウザの情報（User-Agent）',
  ],
  async *readRows(db, { sub }) {
    const { authenticatedAt, expiresAt, revokedAt, lastSeenAt, userAgent } = userPoolSessions;
    const sessions = await db
      .select({ authenticatedAt, expiresAt, revokedAt, lastSeenAt, userAgent })
      .from(userPoolSessions)
      .where(eq(userPoolSessions.sub, sub))
      .orderBy(asc(authenticatedAt));
    for (const session of sessions) {
      yield {
        record: session,
        cells: [
          toGymTime(session.authenticatedAt),
          toGymTime(session.expiresAt),
          session.revokedAt === null ? null : toGymTime(session.revokedAt),
          toGymTime(session.lastSeenAt),
          session.userAgent,
        ],
      };
    }
  },
};

const eventPart: ExportPart = {
  name: 'authentication-events',
  title: 'ログインの記録（90日分）',
  headers: ['日時（日本時間）', '操作', '結果', 'ネットワーク', 'リクエスト番号'],
  async *readRows(db, { sub }) {
    const { at, operation, outcome, network, requestId } = authenticationEvents;
    const events = await db
      .select({ at, operation, outcome, network, requestId })
      .from(authenticationEvents)
      .where(eq(authenticationEvents.sub, sub))
      .orderBy(asc(at), asc(authenticationEvents.id));
    for (const event of events) {
      yield {
        record: event,
        cells: [
          toGymTime(event.at),
          event.operation,
          event.outcome,
          event.network,
          event.requestId,
        ],
      };
    }
  },
};

export const poolAccountParts: readonly ExportPart[] = [accountPart, signInPart, eventPart];
