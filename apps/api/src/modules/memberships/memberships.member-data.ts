import { addDays, toGymDay, toGymTime } from '@tanren/domain/gyms/gym-time';
import {
  membershipEventNames,
  membershipRequestNames,
} from '@tanren/domain/memberships/membership-requests';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/database.ts';
import {
  membershipEvents,
  membershipRequests,
  memberships,
  membershipTerms,
} from '#db/schema/memberships.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { guardianConsentPart } from './guardians/guardian-consents.member-data.ts';
import {
  describeMemberships,
  formatNumber,
  selectEvents,
  selectMemberships,
  selectRequests,
} from './membership-records.ts';

const pageLength = 200;

/** Reads rows page by page, in the order of their ids. */
async function* readPages<R extends { readonly row: { readonly id: number } }>(
  read: (afterId: number) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let afterId = 0; ;) {
    const page = await read(afterId);
    yield* page;
    if (page.length < pageLength) return;
    afterId = page.at(-1)?.row.id ?? afterId;
  }
}

const stateWords = {
  not_started: '開始前',
  active: '利用中',
  paused: '休会中',
  ended: '退会済み',
} as const;

const membershipPart: ExportPart = {
  name: 'memberships',
  title: '会員契約',
  headers: [
    '会員番号',
    'ジム',
    '氏名',
    'フリガナ',
    '状態',
    'プランと期間',
    '入会の手続き（日本時間）',
    '通知先のメールアドレス',
  ],
  async *readRows(db, { sub }) {
    const { id } = memberships;
    const pages = readPages((afterId) =>
      selectMemberships(db, and(eq(memberships.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength),
    );
    for await (const found of pages) {
      const { joinedAt, nameKana, email } = found.row;
      const [described] = await describeMemberships(db, [found], new Date());
      if (described === undefined) continue;
      const terms = described.terms.map(
        ({ plan, fromDay, lastDay, paused }) =>
          `${plan.name}${paused ? '（休会）' : ''} ${fromDay}〜${lastDay ?? ''}`,
      );
      const { number, gymName, name, state } = described;
      yield {
        record: { ...described, nameKana, joinedAt, email },
        cells: [
          number,
          gymName,
          name,
          nameKana,
          stateWords[state],
          terms.join('、'),
          toGymTime(joinedAt),
          email,
        ],
      };
    }
  },
};

const outcomeWords = { approved: '承りました', declined: 'お断りしました', withdrawn: '取り下げ' };

const requestPart: ExportPart = {
  name: 'membership-requests',
  title: '会員契約のお申し込み',
  headers: [
    '日時（日本時間）',
    'ジム',
    '内容',
    'プラン',
    '開始日',
    '最終日',
    '氏名',
    'フリガナ',
    '生年月日',
    'ご要望',
    '結果',
    '結果の日時（日本時間）',
    '通知先のメールアドレス',
  ],
  async *readRows(db, { sub }) {
    const { id } = membershipRequests;
    const pages = readPages((afterId) =>
      selectRequests(db, and(eq(membershipRequests.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength),
    );
    for await (const { row, gymName, plan } of pages) {
      const { id: requestId, gymId, membershipId, kind, planId, fromDay, lastDay } = row;
      const { name, nameKana, birthDate, note, requestedAt, outcome, decidedAt, email } = row;
      const planName = plan?.name ?? null;
      const about = { requestId, gymId, gymName, membershipId, kind, planId, planName };
      const asked = { fromDay, lastDay, name, nameKana, birthDate, note, email };
      yield {
        record: { ...about, ...asked, requestedAt, outcome, decidedAt },
        cells: [
          toGymTime(requestedAt),
          gymName,
          membershipRequestNames[kind],
          planName,
          fromDay,
          lastDay,
          name,
          nameKana,
          birthDate,
          note,
          outcome === null ? 'ジムで確認しています' : outcomeWords[outcome],
          decidedAt && toGymTime(decidedAt),
          email,
        ],
      };
    }
  },
};

const doerWords = { member: 'ご本人', staff: 'ジム', system: '自動', guardian: '保護者' } as const;

const eventPart: ExportPart = {
  name: 'membership-events',
  title: '会員契約の手続きの履歴',
  headers: [
    '日時（日本時間）',
    'ジム',
    '会員番号',
    '手続き',
    '手続きした人',
    'プラン',
    '開始日',
    '最終日',
    '件数',
    '理由・ご要望',
  ],
  async *readRows(db, { sub }) {
    const { id } = membershipEvents;
    const pages = readPages((afterId) =>
      selectEvents(db, and(eq(membershipEvents.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength),
    );
    for await (const { row, gymName, planName } of pages) {
      const { id: eventId, at, kind, by, gymId, request, membershipId, planId } = row;
      const { fromDay, lastDay, count, reason, email } = row;
      const asked = request === null ? '' : `（${membershipRequestNames[request]}）`;
      const what = { eventId, at, kind, by, request };
      const about = { ...what, gymId, gymName, membershipId, planId, planName };
      const number = membershipId === null ? null : formatNumber(membershipId);
      yield {
        record: { ...about, fromDay, lastDay, count, reason, email },
        cells: [
          toGymTime(at),
          gymName,
          number,
          `${membershipEventNames[kind]}${asked}`,
          doerWords[by],
          planName,
          fromDay,
          lastDay,
          count,
          reason,
        ],
      };
    }
  },
};

/**
 * Erases the account's data. The contract with the gym goes on without the account, with name and
 * number only. Texts of the member are deleted, and the steps remain in the history of the
 * contract. It comes after the reservations, whose erasure locks the member.
 */
async function erase(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(membershipRequests).where(eq(membershipRequests.sub, sub));
  const { membershipId, by, reason } = membershipEvents;
  await tx.delete(membershipEvents).where(and(eq(membershipEvents.sub, sub), isNull(membershipId)));
  const own = await tx
    .update(memberships)
    .set({
      sub: null,
      nameKana: null,
      email: null,
      accountDeletedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where(eq(memberships.sub, sub))
    .returning({ membershipId: memberships.id, gymId: memberships.gymId });
  await tx
    .update(membershipEvents)
    .set({
      sub: null,
      email: null,
      reason: sql`case when ${by} = 'member' then '' else ${reason} end`,
    })
    .where(eq(membershipEvents.sub, sub));
  if (own.length === 0) return;
  const gone = { at: sql`now()`, kind: 'account_deleted', by: 'system' } as const;
  await tx.insert(membershipEvents).values(own.map((membership) => ({ ...gone, ...membership })));
}

export const membershipData: MemberData = {
  erase,
  exports: [membershipPart, requestPart, guardianConsentPart, eventPart],
};

/** Number of days for which a contract without an account is kept after its last day. */
const retentionDays = 365;

/**
 * Deletes old contracts without an account. A contract without any day counts from the day on which
 * the account was deleted.
 */
export async function purgeMemberships(db: Database, now: Date): Promise<void> {
  const { id, accountDeletedAt } = memberships;
  const latest = addDays(toGymDay(now), -retentionDays);
  const lastDay = sql`(
    select max(coalesce(${membershipTerms.lastDay}, 'infinity'::date)) from ${membershipTerms}
    where ${membershipTerms.membershipId} = ${id}
  )`;
  await db
    .delete(memberships)
    .where(
      sql`${accountDeletedAt} is not null and coalesce(${lastDay}, ${accountDeletedAt}::date) < ${latest}::date`,
    );
}
