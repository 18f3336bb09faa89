import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

const TermsAgreement = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  agreedAt: Type.String({ format: 'date-time' }),
});

export const agreeToTerms = endpoint({
  method: 'POST',
  url: '/my/terms-and-conditions-agreements',
  access: 'account',
  summary:
    'Agrees to the current terms; 409 already_agreed, 400 terms_version_not_current for another version',
  schema: {
    body: closedObject({ version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    response: { 201: TermsAgreement },
  },
});
