import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { requiredTermsVersion } from '@tanren/domain/members/terms';
import { asc, eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { type TermsAgreementRow, termsAgreements } from '#db/schema/members.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';

/**
 * Inserts an agreement. Returns `false` if the member has already agreed to this version, even a
 * moment ago.
 */
async function insertAgreement(db: Queryable, agreement: TermsAgreementRow): Promise<boolean> {
  const made = await db
    .insert(termsAgreements)
    .values(agreement)
    .onConflictDoNothing()
    .returning({ version: termsAgreements.version });
  return made.length > 0;
}

async function listAgreements(db: Queryable, sub: string): Promise<TermsAgreementRow[]> {
  return await db
    .select()
    .from(termsAgreements)
    .where(eq(termsAgreements.sub, sub))
    .orderBy(asc(termsAgreements.version));
}

async function deleteAgreements(db: Queryable, sub: string): Promise<void> {
  await db.delete(termsAgreements).where(eq(termsAgreements.sub, sub));
}

export const termsAgreementData: MemberData = {
  erase: deleteAgreements,
  exports: [
    {
      name: 'terms-agreements',
      title: '利用規約への同意の履歴',
      headers: ['版', '同意日時（日本時間）'],
      async *readRows(db, { sub }) {
        for (const { version, agreedAt } of await listAgreements(db, sub)) {
          yield { record: { version, agreedAt }, cells: [version, toGymTime(agreedAt)] };
        }
      },
    },
  ],
};

export async function agreeToTerms(
  db: Queryable,
  lockAccount: LockAccount,
  agreement: TermsAgreementRow,
): Promise<void> {
  if (agreement.version !== requiredTermsVersion) {
    throw new AppError('terms_version_not_current', {
      fields: [
        {
          path: '/version',
          in: 'body',
          message: `must be the current version, ${requiredTermsVersion}`,
        },
      ],
    });
  }
  await db.transaction(async (tx) => {
    await lockAccount(tx, agreement.sub);
    if (!(await insertAgreement(tx, agreement))) throw new AppError('already_agreed');
  });
}
