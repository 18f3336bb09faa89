import type { TrainingSession } from '@tanren/contract/training-sessions';
import { PlainButton } from '#ui/plain-button.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { compareContents } from './compare-contents.ts';
import { ComparedFields } from './compared-fields.tsx';
import { DecisionPanel } from '#ui/decision-panel.tsx';
import { toContent } from './edited-content.ts';
import type { SessionEditor } from './use-session-editor.ts';

interface ConflictPanelProps {
  readonly editor: SessionEditor;
  readonly current: TrainingSession;
}

export function ConflictPanel({ editor, current }: ConflictPanelProps) {
  const { base, content, busy } = editor;
  const fields = compareContents(base?.content ?? null, current, toContent(content));
  return (
    <DecisionPanel
      heading="ほかの端末で内容が変更されています"
      actions={
        <>
          <PrimaryButton aria-disabled={busy} onClick={editor.overwrite}>
            自分の内容で上書きする
          </PrimaryButton>
          <PrimaryButton variant="default" onClick={editor.loadCurrent}>
            最新の内容を読み込む
          </PrimaryButton>
          <PlainButton onClick={editor.keepEditing}>編集を続ける</PlainButton>
        </>
      }
    >
      <p>
        編集を始めたあとに、このセッションが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
      </p>
      <ComparedFields fields={fields} />
    </DecisionPanel>
  );
}
