import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { notifyDone } from '#lib/notifier.ts';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { type GymContent, newGym } from './gym-fields.ts';
import { GymForm } from './gym-form.tsx';
import { keepChangedGym } from './staff-gyms.queries.ts';
import { useNewGym } from './use-new-gym.ts';

export function NewGymScreen() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useNewGym();
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(content: GymContent): Promise<void> {
    setFailure(null);
    try {
      const gym = await create(content);
      await keepChangedGym(queryClient, gym);
      void navigate({
        to: '/staff/gyms/$gymId',
        params: { gymId: gym.id },
        search: { tab: 'hours' },
        ignoreBlocker: true,
      });
      notifyDone('店舗を追加しました', `続けて、${gym.name}の営業時間を設定してください。`);
    } catch (error) {
      setFailure(explainRefusal(error));
    }
  }

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
        failure={failure}
        isTouched={isTouched}
        onTouch={() => {
          setTouched(true);
        }}
        save={save}
      />
    </Page>
  );
}
