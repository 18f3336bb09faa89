import { IconTrash } from '@tabler/icons-react';
import type {
  AnnouncementContent,
  StaffAnnouncement,
} from '@tanren/contract/members/staff-announcements';
import { normalizeStaffText, staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { announcementFieldNames } from '#entities/members/announcement-fields.ts';
import { AnnouncementCard, maxTitleLength } from '#entities/members/announcement-card.tsx';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { Page, SectionHeading } from '#ui/page.tsx';
import { DeleteDialog } from '#ui/dialogs/dialogs.tsx';
import { ConflictPanel, DecisionPanel } from '#ui/feedback/notices.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import {
  describeSaved,
  describeTime,
  stateOf,
  type Timing,
  toContent,
} from './announcement-draft.ts';
import { PublicationFields, StateMark } from './publication.tsx';
import classes from './staff-announcements.module.css';
import { refreshAnnouncements, removeAnnouncement } from './staff-announcements.queries.ts';
import { type AnnouncementEditor, useAnnouncementEditor } from './use-announcement-editor.ts';

const saveWords: Record<Timing, string> = {
  now: '公開する',
  planned: '公開を予約する',
  draft: '下書きを保存する',
  keep: '変更を保存する',
};

interface AnnouncementEditorProps {
  /** `null` for a new announcement. */
  readonly announcement: StaffAnnouncement | null;
}

export function AnnouncementEditor({ announcement }: AnnouncementEditorProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const editor = useAnnouncementEditor({
    announcement,
    onSaved: async (saved, replaced) => {
      await refreshAnnouncements(queryClient);
      // The list replaces the editor in the history, because going back would open a second, empty
      // editor.
      await navigate({ to: '/staff/informations', replace: true, ignoreBlocker: true });
      const { title, text } = describeSaved(saved, replaced);
      notifyDone(title, text);
    },
  });
  const { draft, errors, attempts } = editor;
  const shown = normalizeStaffText(toContent(draft));
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return (
    <Page
      title={announcement === null ? 'お知らせを書く' : 'お知らせの編集'}
      action={
        announcement === null ? undefined : <DeleteAnnouncement announcement={announcement} />
      }
    >
      <AnnouncementProblem editor={editor} />
      <Stack from={768} gap={24} align="start">
        <Stack
          ref={form}
          as="form"
          gap={16}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            editor.save();
          }}
        >
          <TextField
            name="title"
            label="タイトル"
            value={draft.title}
            error={errors.title}
            hint={`会員のお知らせ一覧と通知に表示されます（${maxTitleLength}文字まで）。`}
            onChange={(event) => {
              editor.edit({ title: event.target.value });
            }}
          />
          <TextAreaField
            name="text"
            label={`${announcementFieldNames.content}（任意）`}
            rows={8}
            value={draft.text}
            length={countCharacters(normalizeStaffText(draft.text))}
            max={staffLimits.announcement - maxTitleLength}
            error={errors.text}
            hint="https:// で始まるアドレスと、/reservations のようなアプリ内のパスはリンクになります。"
            onChange={(event) => {
              editor.edit({ text: event.target.value });
            }}
          />
          <PublicationFields editor={editor} />
          <FormError text={editor.failure} />
          <SubmitButton busy={editor.busy} variant={editor.needsDecision ? 'default' : 'outline'}>
            {saveWords[draft.timing]}
          </SubmitButton>
        </Stack>
        <Stack as="section" gap={8} className={classes.preview} aria-label="プレビュー">
          <SectionHeading>会員の画面での表示</SectionHeading>
          {shown === '' ? (
            <Text quiet centered className={classes.empty}>
              入力すると、ここに表示されます。
            </Text>
          ) : (
            <AnnouncementCard date={editor.shownDay} content={shown} heading="h3" />
          )}
        </Stack>
      </Stack>
      <LeaveWarning active={editor.unsaved} />
    </Page>
  );
}

const deleteKey = ['staff-informations', 'delete'];

function DeleteAnnouncement({ announcement }: { readonly announcement: StaffAnnouncement }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: deleteKey,
    mutationFn: () => removeAnnouncement(announcement.id),
    meta: { errorShownByForm: true },
    onSuccess: async () => {
      await refreshAnnouncements(queryClient);
      await navigate({ to: '/staff/informations', replace: true, ignoreBlocker: true });
      notifyDone('お知らせを削除しました', '操作履歴に記録しました。');
    },
    onError: (error) => {
      setIsConfirmOpen(false);
      notifyRejection('削除できませんでした', error);
    },
  });
  return (
    <>
      <PlainButton
        onClick={() => {
          setIsConfirmOpen(true);
        }}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
        削除する
      </PlainButton>
      {isConfirmOpen ? (
        <DeleteDialog
          title="このお知らせを削除しますか"
          busy={isPending}
          onConfirm={() => {
            if (queryClient.isMutating({ mutationKey: deleteKey }) === 0) mutate();
          }}
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        >
          <p>
            {stateOf(announcement) === 'published'
              ? '会員のお知らせからも消えます。元に戻すことはできません。'
              : '元に戻すことはできません。'}
          </p>
        </DeleteDialog>
      ) : null}
    </>
  );
}

/** Shows a colleague's version after a conflict and lets staff choose which one to keep. */
function AnnouncementProblem({ editor }: { readonly editor: AnnouncementEditor }) {
  const { conflict, isDeletedElsewhere, busy } = editor;
  if (isDeletedElsewhere) {
    return (
      <DecisionPanel
        heading="このお知らせは削除されています"
        actions={
          <>
            <PrimaryButton aria-disabled={busy} onClick={editor.saveAsNew}>
              新しいお知らせとして保存する
            </PrimaryButton>
            <PlainButton onClick={editor.keepEditing}>編集を続ける</PlainButton>
          </>
        }
      >
        <p>
          編集を始めたあとに、ほかのスタッフが削除しました。入力した内容はこの画面に残っています。
        </p>
      </DecisionPanel>
    );
  }
  if (conflict === null) return null;
  const { publishAt, content } = showVersion(conflict.latest);
  return (
    <ConflictPanel
      key={conflict.latest.version}
      heading="ほかのスタッフが内容を変更しています"
      editor={editor}
      overwrite={editor.overwrite}
    >
      <p>編集を始めたあとに保存された内容です。どちらを残すか選んでください。</p>
      <Stack as="figure" gap={8} raised padding={12}>
        <Row as="figcaption" gap={12} rowGap={4} align="center" wrap size={14} quiet>
          {publishAt}
        </Row>
        <Text lines>{content}</Text>
      </Stack>
    </ConflictPanel>
  );
}

/** Shows every field of a colleague's version. */
function showVersion(current: StaffAnnouncement): Record<keyof AnnouncementContent, ReactNode> {
  return {
    publishAt: (
      <>
        <StateMark state={stateOf(current)} />
        {describeTime(current)}
      </>
    ),
    content: current.content,
  };
}
