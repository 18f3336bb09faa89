import { createGym } from '@tanren/contract/staff-gyms';
import { Link, useNavigate } from '@tanstack/react-router';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { newGym } from './gym-fields.ts';
import { GymForm } from './gym-form.tsx';
import { useGymChange } from './use-gym-change.ts';

export function NewGymScreen() {
  const navigate = useNavigate();
  const change = useGymChange();
  return (
    <Page
      title="店舗を追加する"
      above={
        <Link to="/staff/gyms" className={backLink}>
          <BackWords>店舗</BackWords>
        </Link>
      }
      lead="営業時間と料金プランは、追加したあとに設定します。"
    >
      <GymForm
        gym={newGym}
        submitLabel="店舗を追加する"
        failure={change.failure}
        save={(content) =>
          change.start({
            send: () => callApi(createGym, { body: content }),
            onDone: ({ id, name }) => {
              void navigate({
                to: '/staff/gyms/$gymId',
                params: { gymId: id },
                search: { tab: 'hours' },
                ignoreBlocker: true,
              });
              notifyDone('店舗を追加しました', `続けて、${name}の営業時間を設定してください。`);
            },
          })
        }
      />
    </Page>
  );
}
