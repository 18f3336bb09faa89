import { IconLock } from '@tabler/icons-react';
import { countCharacters } from '@tanren/domain/text';
import { normalizeDescription } from '@tanren/domain/training-session-texts';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { Notice } from '#ui/notice.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import classes from './basic-fields.module.css';
import type { EditedContent } from './edited-content.ts';
import { useEditorSetting } from './editor-setting.ts';
import type { Faults } from './find-faults.ts';
import { SessionTags } from './session-tags.tsx';
import { visibilityChoices } from './visibility-choices.ts';

interface BasicFieldsProps {
  readonly content: EditedContent;
  readonly faults: Faults;
  readonly onEdit: (change: (content: EditedContent) => EditedContent) => void;
}

export function BasicFields({ content, faults, onEdit }: BasicFieldsProps) {
  const { title, description, tags, visibility } = content;
  const { forMember } = useEditorSetting();
  const set = (part: Partial<EditedContent>) => {
    onEdit((before) => ({ ...before, ...part }));
  };
  return (
    <div className={classes.fields}>
      <TextField
        name="title"
        label="タイトル"
        error={faults.title}
        hint={`${sessionLimits.title}文字以内`}
        value={title}
        autoComplete="off"
        enterKeyHint="next"
        onChange={(event) => {
          set({ title: event.target.value });
        }}
        onKeyDown={(event) => {
          // Enter in the first of many fields does not mean that all is done.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <TextAreaField
        name="description"
        label="説明（任意）"
        error={faults.description}
        length={countCharacters(normalizeDescription(description))}
        most={sessionLimits.description}
        value={description}
        onChange={(event) => {
          set({ description: event.target.value });
        }}
      />
      <SessionTags
        tags={tags}
        error={faults.tags}
        onChange={(next) => {
          set({ tags: next });
        }}
      />
      {forMember === null ? (
        <RadioCards
          name="visibility"
          label="公開範囲"
          choices={visibilityChoices}
          chosen={visibility}
          onChoose={(next) => {
            set({ visibility: next });
          }}
        />
      ) : (
        <Notice Icon={IconLock}>
          {forMember}さんとあなただけが見られます。保存すると、{forMember}
          さんの「マイトレーナー」に表示されます。
        </Notice>
      )}
    </div>
  );
}
