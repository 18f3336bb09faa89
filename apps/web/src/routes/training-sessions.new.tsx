import { createFileRoute } from '@tanstack/react-router';
import { draftKey } from '#features/menus/editor/drafts.ts';
import { EditorForm } from '#features/menus/editor/editor-form.tsx';
import { useOwnSetting } from '#features/menus/editor/editor-setting.tsx';
import { getIdentity } from '#lib/auth/auth.ts';

export const Route = createFileRoute('/training-sessions/new')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'メニューの作成',
    parent: '/my-training-sessions',
  },
  // Drafts are stored for each member.
  loader: async () => ({ sub: (await getIdentity())?.sub ?? '' }),
  component: NewMenuPage,
});

function NewMenuPage() {
  const { sub } = Route.useLoaderData();
  const setting = useOwnSetting(null);
  const key = draftKey(sub, null);
  return (
    <EditorForm
      key={key}
      title="メニューの作成"
      setting={setting}
      draftKey={key}
      trainingSessionId={null}
      session={null}
    />
  );
}
