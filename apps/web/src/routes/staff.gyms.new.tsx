import { explainRejection } from '#lib/rejections.ts';
import {
  createGym,
  type GymContent,
  type StaffGym,
  updateGym,
} from '@tanren/contract/gyms/staff-gyms';
import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { newGym } from '#features/gyms/staff/gym-fields.ts';
import { GymForm } from '#features/gyms/staff/gym-form.tsx';
import { cacheChangedGym } from '#features/gyms/staff/use-gym-draft.tsx';
import { callApi } from '#lib/api.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { notifyDone } from '#lib/notifier.ts';
import { Note } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/staff/gyms/new')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '店舗を追加する',
    parent: '/staff/gyms',
    group: 'staff',
  },
  component: NewGymPage,
});

function NewGymPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useNewGym();
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(content: GymContent): Promise<void> {
    setFailure(null);
    try {
      const gym = await create(content);
      await cacheChangedGym(queryClient, gym);
      void navigate({
        to: '/staff/gyms/$gymId',
        params: { gymId: gym.id },
        search: { tab: 'hours' },
        ignoreBlocker: true,
      });
      notifyDone('店舗を追加しました', `続けて、${gym.name}の営業時間を設定してください。`);
    } catch (error) {
      setFailure(explainRejection(error));
    }
  }

  return (
    <Page title="店舗を追加する" lead="営業時間と料金プランは、追加したあとに設定します。">
      <GymForm
        gym={newGym}
        submitLabel="店舗を追加する"
        whyNotOpen={
          <Note>
            「すぐに有効」は、店舗を追加したあとに「特定商取引法に基づく表記」をすべて入力すると選べます。
          </Note>
        }
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

/** Version of a gym that has never been changed. */
const firstVersion = 1;

/**
 * Creates one gym, even if the form is sent several times. After a lost answer the gym may already
 * exist with the old content; it is then changed to the new content, unless other staff have
 * changed it.
 */
function useNewGym(): (content: GymContent) => Promise<StaffGym> {
  const [draftId] = useState(makeUuid);
  const wasSent = useRef(false);
  return async (content) => {
    const isAgain = wasSent.current;
    wasSent.current = true;
    const gym = await callApi(createGym, { body: { ...content, draftId } });
    if (!isAgain) return gym;
    const body = { ...content, version: firstVersion };
    return await callApi(updateGym, { params: { gymId: gym.id }, body });
  };
}
