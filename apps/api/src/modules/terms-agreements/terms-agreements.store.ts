import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { termsAgreements, type TermsAgreementRow } from '#db/schema/terms-agreements.ts';

/** False when the member has agreed to this version already, even a moment ago. */
export async function insertAgreement(
  db: Queryable,
  agreement: TermsAgreementRow,
): Promise<boolean> {
  const made = await db
    .insert(termsAgreements)
    .values(agreement)
    .onConflictDoNothing()
    .returning({ version: termsAgreements.version });
  return made.length > 0;
}

export async function listAgreements(db: Queryable, sub: string): Promise<TermsAgreementRow[]> {
  return await db
    .select()
    .from(termsAgreements)
    .where(eq(termsAgreements.sub, sub))
    .orderBy(asc(termsAgreements.version));
}

export async function deleteAgreements(db: Queryable, sub: string): Promise<void> {
  await db.delete(termsAgreements).where(eq(termsAgreements.sub, sub));
}
