import { toGymTime } from '@tanren/domain/gym-day';
import type { MemberData } from '#db/member-data.ts';
import { deleteAgreements, listAgreements } from './terms-agreements.store.ts';

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
