import { FieldError, TextField } from '#ui/forms/fields.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { Badge } from '#ui/badge.tsx';
import { Box, Note, Stack } from '#ui/layout.tsx';
import { useId } from 'react';
import {
  formatInstant,
  type AnnouncementState,
  stateOf,
  stateWords,
  type Timing,
} from './announcement-draft.ts';
import type { AnnouncementEditor } from './use-announcement-editor.ts';
import classes from './staff-announcements.module.css';

/** Edits when members see the announcement, on the gym's clock. */
export function PublicationFields({ editor }: { readonly editor: AnnouncementEditor }) {
  const errorId = useId();
  const { draft, base, errors } = editor;
  const isPublished = base !== null && stateOf(base) === 'published';
  const errorText = errors.publishAt;
  return (
    <>
      <ToggleChoice
        label="公開"
        choices={listChoices(isPublished ? base.publishAt : null)}
        chosen={draft.timing}
        onChoose={(timing) => {
          editor.edit({ timing });
        }}
      />
      {draft.timing === 'planned' ? (
        <Stack gap={12} rowGap={0} className={classes.plannedTime}>
          <TextField
            name="date"
            type="date"
            label="公開日"
            required
            value={draft.date}
            aria-invalid={errorText !== undefined}
            aria-describedby={errorText === undefined ? undefined : errorId}
            onChange={(event) => {
              editor.edit({ date: event.target.value });
            }}
          />
          <TextField
            name="time"
            type="time"
            label="時刻（日本時間）"
            required
            value={draft.time}
            aria-invalid={errorText !== undefined}
            aria-describedby={errorText === undefined ? undefined : errorId}
            onChange={(event) => {
              editor.edit({ time: event.target.value });
            }}
          />
          <Box across className={classes.error}>
            <FieldError id={errorId} text={errorText} />
          </Box>
        </Stack>
      ) : null}
    </>
  );
}

interface Choice {
  readonly id: Timing;
  readonly label: string;
  readonly text: string;
}

const unpublished: readonly Choice[] = [
  {
    id: 'now',
    label: '今すぐ公開',
    text: '保存するとすぐに、会員のお知らせに表示されます。',
  },
  {
    id: 'planned',
    label: '日時を指定',
    text: '指定した日時になると、自動で公開されます。',
  },
  { id: 'draft', label: '下書き', text: '会員には表示されません。' },
];

function listChoices(publishedAt: string | null): readonly Choice[] {
  if (publishedAt === null) return unpublished;
  return [
    {
      id: 'keep',
      label: '公開を続ける',
      text: `公開日時は ${formatInstant(publishedAt)} のままです。`,
    },
    {
      id: 'planned',
      label: '日時を変える',
      text: '指定した日時まで、会員のお知らせから外れます。',
    },
    {
      id: 'draft',
      label: '下書きに戻す',
      text: '会員のお知らせから外れます。あとで公開し直せます。',
    },
  ];
}

/** Shows the state. The usual one is quiet, so that a draft or a planned announcement stands out. */
export function StateMark({ state }: { readonly state: AnnouncementState }) {
  return (
    <span className={classes.mark}>
      {state === 'published' ? (
        <Note as="span">{stateWords[state]}</Note>
      ) : (
        <Badge tone={state === 'draft' ? 'quiet' : 'white'}>{stateWords[state]}</Badge>
      )}
    </span>
  );
}
