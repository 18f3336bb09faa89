import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { isUnusuallyHeavy, toHectograms } from '@tanren/domain/loads';
import type { SessionItem } from '@tanren/contract/training-sessions';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type HeavyLoad, HeavyLoadDialog } from '#lib/heavy-load-dialog.tsx';
import { Page } from '#ui/page.tsx';
import { focusTypedFault } from '#ui/use-form.ts';
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
  /** To know before anything is changed. */
  readonly notice?: ReactNode;
}

export function EditorForm({ title, above, notice, ...options }: EditorFormProps) {
  const editor = useSessionEditor(options);
  const { content, base, faults, attempts } = editor;
  const { loads } = options.setting;
  const [heavy, setHeavy] = useState<readonly HeavyLoad[]>([]);
  const form = useRef<HTMLFormElement>(null);
  // The first thing that is wrong comes into sight, and is read out.
  useEffect(() => {
    if (attempts === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')?.focus();
  }, [attempts]);
  return (
    <Page title={title} above={above}>
      {notice}
      <form
        ref={form}
        noValidate
        method="post"
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (focusTypedFault(event.currentTarget)) return;
          const found = listHeavyItems(content.items, base?.content.items ?? [], loads);
          if (found.length > 0) setHeavy(found);
          else editor.save();
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
      {heavy.length === 0 ? null : (
        <HeavyLoadDialog
          loads={heavy}
          onConfirm={() => {
            setHeavy([]);
            editor.save();
          }}
          onDismiss={() => {
            setHeavy([]);
          }}
        />
      )}
      <DraftLeaveWarning active={editor.unsaved} draftKey={options.draftKey} />
    </Page>
  );
}

/** Loads far above the best of whoever the session is for; those that were saved before are meant. */
function listHeavyItems(
  items: readonly SessionItem[],
  saved: readonly SessionItem[],
  loads: readonly WorkoutLoad[],
): HeavyLoad[] {
  return items.flatMap(({ workoutTypeId, loadKg }) => {
    const known = loads.find((load) => load.workoutTypeId === workoutTypeId);
    const isSaved = saved.some(
      (item) => item.workoutTypeId === workoutTypeId && item.loadKg === loadKg,
    );
    if (loadKg === null || known === undefined || isSaved) return [];
    const { recentBest } = known;
    if (!isUnusuallyHeavy(toHectograms(loadKg), toHectograms(recentBest))) return [];
    return [{ workoutTypeId, loadKg, recentBest }];
  });
}
