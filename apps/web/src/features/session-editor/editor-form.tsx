import { type ReactNode, useEffect, useRef } from 'react';
import { Page } from '#ui/page.tsx';
import { BasicFields } from './basic-fields.tsx';
import { DraftNotice } from './draft-notice.tsx';
import classes from './editor-form.module.css';
import { EditorSettingProvider } from './editor-setting.ts';
import { ItemsSection } from './items-section.tsx';
import { DraftLeaveWarning } from './draft-leave-warning.tsx';
import { SaveBar } from './save-bar.tsx';
import { TroublePanel } from './trouble-panel.tsx';
import { type EditorOptions, useSessionEditor } from './use-session-editor.ts';

interface EditorFormProps extends EditorOptions {
  readonly title: string;
  /** Whose it is, above the title. */
  readonly above?: ReactNode;
}

export function EditorForm({ title, above, ...options }: EditorFormProps) {
  const editor = useSessionEditor(options);
  const { content, faults, attempts } = editor;
  const form = useRef<HTMLFormElement>(null);
  // The first thing that is wrong comes into sight, and is read out.
  useEffect(() => {
    if (attempts === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')?.focus();
  }, [attempts]);
  return (
    <Page title={title} above={above}>
      <form
        ref={form}
        noValidate
        method="post"
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          editor.save();
        }}
      >
        <EditorSettingProvider value={options.setting}>
          <DraftNotice editor={editor} />
          <TroublePanel editor={editor} />
          <BasicFields content={content} faults={faults} onEdit={editor.edit} />
          {options.setting.missing}
          <ItemsSection items={content.items} faults={faults} onEdit={editor.edit} />
          <SaveBar items={content.items} failure={editor.failure} busy={editor.busy} />
        </EditorSettingProvider>
      </form>
      <DraftLeaveWarning active={editor.unsaved} draftKey={options.draftKey} />
    </Page>
  );
}
