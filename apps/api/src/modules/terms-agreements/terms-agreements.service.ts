import { requiredTermsVersion } from '@tanren/domain/terms';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import type { TermsAgreementRow } from '#db/schema/terms-agreements.ts';
import { insertAgreement } from './terms-agreements.store.ts';

export async function agreeToTerms(
  db: Database,
  holdAccount: HoldAccount,
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
    await holdAccount(tx, agreement.sub);
    if (!(await insertAgreement(tx, agreement))) throw new AppError('already_agreed');
  });
}
