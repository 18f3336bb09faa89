import { type StaffGym, updateGym } from '@tanren/contract/staff-gyms';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { AffectedDialog } from './affected-dialog.tsx';
import { GymConflictNotice } from './gym-conflict-notice.tsx';
import { GymForm } from './gym-form.tsx';
import { basicPart } from './gym-parts.ts';
import { useGymEditor } from './use-gym-editor.ts';

export function BasicSection({ gym }: { readonly gym: StaffGym }) {
  const { change, ...editor } = useGymEditor(gym, basicPart);
  return (
    <>
      <GymForm
        key={editor.round}
        gym={editor.draft}
        submitLabel="変更を保存する"
        failure={change.failure}
        isTouched={editor.isTouched}
        onTouch={editor.touch}
        notice={
          <GymConflictNotice
            conflict={editor.conflict}
            busy={change.busy}
            loadLatest={editor.loadLatest}
          />
        }
        save={(content) =>
          editor.save({
            draft: content,
            send: (rules) =>
              callApi(updateGym, { params: { gymId: gym.id }, body: { ...content, ...rules } }),
            onDone: () => {
              notifyDone('店舗の情報を保存しました', '会員の店舗ページに反映されます。');
            },
          })
        }
      />
      <AffectedDialog change={change} />
    </>
  );
}
