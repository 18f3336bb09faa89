import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import { PrimaryButton } from '#ui/buttons.tsx';
import {
  type ComparedField,
  ComparedFields,
  compareFields,
} from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel, DecisionPanel } from '#ui/feedback/notices.tsx';
import { toContent } from './edited-content.ts';
import { useEditorSetting } from './editor-setting.tsx';
import { menuFieldWords } from './menu-fields.ts';
import type { MenuEditor } from './use-menu-editor.ts';

/** Shows why the menu cannot be saved and what the member can do about it. */
export function SaveProblemPanel({ editor }: { readonly editor: MenuEditor }) {
  switch (editor.saveProblem?.kind) {
    case 'conflict':
      return <ChangedElsewherePanel editor={editor} current={editor.saveProblem.current} />;
    case 'deleted':
      return <DeletedPanel editor={editor} />;
    case undefined:
      return null;
  }
}

interface ChangedElsewherePanelProps {
  readonly editor: MenuEditor;
  readonly current: TrainingSession;
}

function ChangedElsewherePanel({ editor, current }: ChangedElsewherePanelProps) {
  const { base, content } = editor;
  const fields = compareContents(base?.content ?? null, current, toContent(content));
  return (
    <ConflictPanel
      heading="ほかの端末で内容が変更されています"
      editor={editor}
      overwrite={editor.overwrite}
    >
      <p>
        編集を始めたあとに、このメニューが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
      </p>
      <ComparedFields fields={fields} />
    </ConflictPanel>
  );
}

function DeletedPanel({ editor }: { readonly editor: MenuEditor }) {
  const { listLink } = useEditorSetting();
  return (
    <DecisionPanel
      heading="このメニューは削除されています"
      actions={
        <>
          <PrimaryButton aria-disabled={editor.busy} onClick={editor.saveAsNew}>
            新しいメニューとして保存
          </PrimaryButton>
          {listLink}
        </>
      }
    >
      <p>
        編集しているあいだに、別の端末などで削除されました。入力した内容は残っているので、新しいメニューとして保存できます。
      </p>
    </DecisionPanel>
  );
}

/** Returns the fields that differ between the two contents, as readable lines. */
export function compareContents(
  base: MenuContent | null,
  theirs: MenuContent,
  mine: MenuContent,
): ComparedField[] {
  return compareFields(menuFieldWords, { base, theirs, mine });
}
