import type { StaffInformation } from '@tanren/contract/staff-informations';
import { countCharacters } from '@tanren/domain/text';
import { normalizeStaffText, staffLimits } from '@tanren/domain/staff-texts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { InformationCard } from '#lib/information-card.tsx';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Page } from '#ui/page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { DeleteInformation } from './delete-information.tsx';
import type { Timing } from './information-draft.ts';
import { InformationTrouble } from './information-trouble.tsx';
import { describeSaved } from './information-words.ts';
import { PublicationFields } from './publication-fields.tsx';
import { refreshInformations } from './staff-informations.queries.ts';
import { useInformationEditor } from './use-information-editor.ts';
import classes from './information-editor-screen.module.css';

const saveWords: Record<Timing, string> = {
  now: '公開する',
  planned: '公開を予約する',
  draft: '下書きを保存する',
  keep: '変更を保存する',
};

interface InformationEditorScreenProps {
  /** null: a new one. */
  readonly information: StaffInformation | null;
}

export function InformationEditorScreen({ information }: InformationEditorScreenProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const editor = useInformationEditor({
    information,
    onSaved: async (saved, replaced) => {
      await refreshInformations(queryClient);
      // In place of the editor: going back would open a second, empty one.
      await navigate({ to: '/staff/informations', replace: true, ignoreBlocker: true });
      const { title, text } = describeSaved(saved, replaced);
      notifyDone(title, text);
    },
  });
  const { draft, faults, attempts } = editor;
  const shown = normalizeStaffText(draft.content);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return (
    <Page
      title={information === null ? 'お知らせを書く' : 'お知らせの編集'}
      above={
        <Link to="/staff/informations" className={backLink}>
          <BackWords>お知らせの管理</BackWords>
        </Link>
      }
      action={information === null ? undefined : <DeleteInformation information={information} />}
    >
      <InformationTrouble editor={editor} />
      <div className={classes.columns}>
        <form
          ref={form}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            editor.save();
          }}
        >
          <TextAreaField
            name="content"
            label="本文"
            rows={8}
            value={draft.content}
            length={countCharacters(shown)}
            most={staffLimits.information}
            error={faults.content}
            hint="https:// で始まるアドレスと、/reservations のようなアプリ内のパスはリンクになります。"
            onChange={(event) => {
              editor.edit({ content: event.target.value });
            }}
          />
          <PublicationFields editor={editor} />
          <FormError text={editor.failure} />
          <SubmitButton busy={editor.busy}>{saveWords[draft.timing]}</SubmitButton>
        </form>
        <section className={classes.preview} aria-label="プレビュー">
          <h2 className={classes.heading}>会員の画面での表示</h2>
          {shown === '' ? (
            <p className={classes.empty}>本文を入力すると、ここに表示されます。</p>
          ) : (
            <InformationCard date={editor.shownDay} isNew content={shown} />
          )}
        </section>
      </div>
      <LeaveWarning active={editor.unsaved} />
    </Page>
  );
}
