import { PrimaryButton } from '#ui/primary-button.tsx';
import { DecisionPanel } from '#ui/decision-panel.tsx';
import { useEditorSetting } from './editor-setting.ts';
import type { SessionEditor } from './use-session-editor.ts';

export function DeletedPanel({ editor }: { readonly editor: SessionEditor }) {
  const { listLink } = useEditorSetting();
  return (
    <DecisionPanel
      heading="このセッションは削除されています"
      actions={
        <>
          <PrimaryButton aria-disabled={editor.busy} onClick={editor.saveAsNew}>
            新しいセッションとして保存
          </PrimaryButton>
          {listLink}
        </>
      }
    >
      <p>
        編集しているあいだに、別の端末などで削除されました。入力した内容は残っているので、新しいセッションとして保存できます。
      </p>
    </DecisionPanel>
  );
}
