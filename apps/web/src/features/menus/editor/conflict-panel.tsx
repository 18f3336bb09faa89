import { PrimaryButton } from '#ui/buttons.tsx';
import { ComparedFields, compareFields } from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel, DecisionPanel } from '#ui/feedback/notices.tsx';
import { toContent } from './edited-content.ts';
import { useEditorSetting } from './editor-setting.tsx';
import { menuFieldWords } from './menu-fields.ts';
import type { MenuEditor } from './use-menu-editor.ts';

/** Shows why the menu cannot be saved and what the member can do about it. */
export function SaveProblemPanel({ editor }: { readonly editor: MenuEditor }) {
  const { conflict, draft } = editor;
  if (editor.isDeletedElsewhere) return <DeletedPanel editor={editor} />;
  if (conflict === null) return null;
  const { before, latest } = conflict;
  return (
    <ConflictPanel
      key={latest.version}
      heading="ほかの端末で内容が変更されています"
      editor={editor}
      overwrite={editor.overwrite}
    >
      <p>
        編集を始めたあとに、このメニューが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
      </p>
      <ComparedFields
        fields={compareFields(menuFieldWords, {
          base: before?.content ?? null,
          theirs: latest.content,
          mine: toContent(draft),
        })}
      />
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
