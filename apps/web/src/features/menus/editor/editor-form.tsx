import { IconArrowBackUp, IconNotes } from '@tabler/icons-react';
import type { MenuItem } from '@tanren/contract/menus/menus';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { isUnusuallyHeavy, toHectograms } from '@tanren/domain/workouts/loads';
import { countMenuSets, estimateMenuMinutes } from '@tanren/domain/menus/menus';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { describeMinutes } from '#entities/menus/menus.queries.ts';
import { type HeavyLoad, HeavyLoadDialog } from '#entities/workouts/heavy-load-dialog.tsx';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { focusInvalidNumber } from '#ui/forms/use-form.ts';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';
import { BasicFields } from './basic-fields.tsx';
import { SaveProblemPanel } from './conflict-panel.tsx';
import { hasDraft } from './drafts.ts';
import type { EditedItem } from './edited-content.ts';
import classes from './editor-form.module.css';
import { EditorSettingProvider } from './editor-setting.tsx';
import { ItemsSection } from './items-section.tsx';
import { followItems, suggestTitle } from './suggest-title.ts';
import { type EditorOptions, type MenuEditor, useMenuEditor } from './use-menu-editor.ts';

interface EditorFormProps extends EditorOptions {
  readonly title: string;
  /** Link to the member whose menu it is, shown above the title. */
  readonly above?: ReactNode;
  /** Information that the member needs before the first change. */
  readonly notice?: ReactNode;
}

export function EditorForm({ title, above, notice, ...options }: EditorFormProps) {
  const editor = useMenuEditor(options);
  const { draft: content, base, errors, attempts } = editor;
  const { loads } = options.setting;
  const [heavy, setHeavy] = useState<readonly HeavyLoad[]>([]);
  const form = useRef<HTMLFormElement>(null);
  // The first invalid field receives the focus, so that it is scrolled into view and read by screen
  // readers.
  useEffect(() => {
    if (attempts === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')?.focus();
  }, [attempts]);
  return (
    <Page title={title} above={above} wide>
      {notice}
      <Stack
        ref={form}
        noValidate
        method="post"
        as="form"
        gap={24}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (focusInvalidNumber(event.currentTarget)) return;
          const found = listHeavyItems(content.items, base?.content.items ?? [], loads);
          if (found.length > 0) setHeavy(found);
          else editor.save();
        }}
      >
        <EditorSettingProvider value={options.setting}>
          <DraftNotice editor={editor} />
          <SaveProblemPanel editor={editor} />
          {options.setting.missing}
          <ItemsSection
            items={content.items}
            errors={errors}
            onEdit={(change) => {
              // A saved menu keeps its title.
              editor.edit((before) =>
                base === null ? followItems(before, change(before)) : change(before),
              );
            }}
          />
          <div className={classes.side}>
            <BasicFields
              content={content}
              errors={errors}
              isSuggested={
                base === null &&
                content.title !== '' &&
                content.title === suggestTitle(content.items)
              }
              onEdit={editor.edit}
            />
            <SaveBar items={content.items} editor={editor} />
          </div>
        </EditorSettingProvider>
      </Stack>
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

/**
 * Returns the loads far above the recorded best of the person who will do the menu. Loads that were
 * saved before are accepted.
 */
function listHeavyItems(
  items: readonly MenuItem[],
  saved: readonly MenuItem[],
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

/** Explains where the shown content comes from when it is not the saved menu. */
function DraftNotice({ editor }: { readonly editor: MenuEditor }) {
  return <StatusText>{editor.notice === null ? null : <Words editor={editor} />}</StatusText>;
}

const noticeWords = {
  restored: '下書きを復元しました。',
  discarded: '下書きを破棄しました。',
  reloaded: '最新の内容を読み込みました。',
};

function Words({ editor }: { readonly editor: MenuEditor }) {
  const { notice } = editor;
  if (notice === null) return null;
  return (
    <Row as="span" gap={8} rowGap={0} align="center" wrap raised className={classes.notice}>
      <IconNotes size={20} stroke={1.75} aria-hidden />
      <span className={classes.text}>{noticeWords[notice]}</span>
      {notice === 'restored' ? (
        <PlainButton onClick={editor.discard}>破棄する</PlainButton>
      ) : (
        <PlainButton onClick={editor.takeBack}>
          <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
          {notice === 'discarded' ? '元に戻す' : '自分の入力に戻す'}
        </PlainButton>
      )}
    </Row>
  );
}

interface DraftLeaveWarningProps {
  readonly active: boolean;
  readonly draftKey: string;
}

/** Warns before the editor is left. A reload loses nothing while the device has a draft. */
function DraftLeaveWarning({ active, draftKey }: DraftLeaveWarningProps) {
  return (
    <LeaveWarning
      active={active}
      losesOnReload={() => !hasDraft(draftKey)}
      stay="編集を続ける"
      explain={() => (hasDraft(draftKey) ? leaveWords.kept : leaveWords.lost)}
    />
  );
}

const leaveWords = {
  kept: 'このメニューはまだ保存されていません。下書きはこの端末に残ります。',
  lost: '入力した内容はまだ保存されていません。この端末には下書きを残せないため、移動すると失われます。',
};

interface SaveBarProps {
  readonly items: readonly EditedItem[];
  readonly editor: Pick<MenuEditor, 'failure' | 'busy' | 'needsDecision'>;
}

/** Shows the totals and the save button, always within reach of the thumb. */
function SaveBar({ items, editor: { failure, busy, needsDecision } }: SaveBarProps) {
  const estimatedMinutes = estimateMenuMinutes(items);
  return (
    <Stack gap={8} className={classes.bar}>
      <FormError text={failure} />
      <Row gap={16} rowGap={8} align="center" wrap className={classes.row}>
        <Text size={14} fixed className={classes.sum}>
          {items.length === 0 ? (
            '種目を追加してください'
          ) : (
            <>
              <Text as="strong" size={16}>
                {describeMinutes({ estimatedMinutes })}
              </Text>
              <span>・{countMenuSets(items)}セット</span>
            </>
          )}
        </Text>
        {/* The member first resolves a conflict in its own panel. */}
        <SubmitButton busy={busy} variant={needsDecision ? 'default' : 'outline'}>
          保存する
        </SubmitButton>
      </Row>
    </Stack>
  );
}
