import { type StaffGym, updateGym } from '@tanren/contract/staff-gyms';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { AffectedDialog } from './affected-dialog.tsx';
import { GymForm } from './gym-form.tsx';
import { useGymChange } from './use-gym-change.ts';

export function BasicSection({ gym }: { readonly gym: StaffGym }) {
  const change = useGymChange();
  return (
    <>
      <GymForm
        gym={gym}
        submitLabel="変更を保存する"
        failure={change.failure}
        save={(content, onDone) =>
          change.start({
            send: (affected) =>
              callApi(updateGym, { params: { gymId: gym.id }, body: { ...content, ...affected } }),
            onDone: () => {
              onDone();
              notifyDone('店舗の情報を保存しました', '会員の店舗ページに反映されます。');
            },
          })
        }
      />
      <AffectedDialog change={change} />
    </>
  );
}
