import { Link } from '@tanstack/react-router';
import { PrimaryButton, primaryButtonLink } from '#ui/primary-button.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import type { SessionEditor } from './use-session-editor.ts';

export function DeletedPanel({ editor }: { readonly editor: SessionEditor }) {
  return (
    <DecisionPanel
      heading="このセッションは削除されています"
      actions={
        <>
          <PrimaryButton aria-disabled={editor.busy} onClick={editor.saveAsNew}>
            新しいセッションとして保存
          </PrimaryButton>
          <Link to="/my-training-sessions" className={primaryButtonLink} data-variant="default">
            マイセッションへ
          </Link>
        </>
      }
    >
      <p>
        編集しているあいだに、別の端末などで削除されました。入力した内容は残っているので、新しいセッションとして保存できます。
      </p>
    </DecisionPanel>
  );
}
