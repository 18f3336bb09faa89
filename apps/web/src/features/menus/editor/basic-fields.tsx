import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconLock } from '@tabler/icons-react';
import { listTrainingSessionTags } from '@tanren/contract/menus/menus';
import { countCharacters } from '@tanren/domain/text';
import { checkTag, normalizeDescription, normalizeTags } from '@tanren/domain/menus/menu-texts';
import { menuLimits, type Visibility } from '@tanren/domain/menus/menus';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { visibilityNames } from '#entities/menus/menu-words.ts';
import { trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { callApi } from '#lib/api.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { SwitchField, ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { TagField } from '#ui/forms/tag-field.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { Stack } from '#ui/layout.tsx';
import type { EditedContent } from './edited-content.ts';
import { useEditorSetting } from './editor-setting.tsx';
import type { MenuErrors } from './find-menu-errors.ts';
import { menuFieldWords } from './menu-fields.ts';

const visibilityChoices: readonly {
  readonly id: Visibility;
  readonly label: string;
  readonly text: string;
}[] = [
  {
    id: 'private',
    label: visibilityNames.private,
    text: '自分だけが見られます。ほかの方の検索には表示されません。',
  },
  {
    id: 'public',
    label: visibilityNames.public,
    text: '公開すると、ニックネームとともにほかの会員に表示され、検索やお気に入りの対象になります。',
  },
];

interface BasicFieldsProps {
  readonly content: EditedContent;
  readonly errors: MenuErrors;
  /** Whether the title is the one that follows from the exercises. */
  readonly isSuggested: boolean;
  readonly onEdit: (change: (content: EditedContent) => EditedContent) => void;
}

/** Asks for the title, and for the details that few menus need. A phone has them folded. */
export function BasicFields({ content, errors, isSuggested, onEdit }: BasicFieldsProps) {
  const { title, description, tags, visibility, fixedOrder = false } = content;
  const { forMember } = useEditorSetting();
  const set = (part: Partial<EditedContent>) => {
    onEdit((before) => ({ ...before, ...part }));
  };
  const hasError = errors.description !== undefined || errors.tags !== undefined;
  // An error opens the details, which then stay open while it is corrected.
  const [hasHadError, setHasHadError] = useState(hasError);
  if (hasError && !hasHadError) setHasHadError(true);
  return (
    <Stack gap={12} shrinks>
      <TextField
        name="title"
        label={menuFieldWords.title.label}
        error={errors.title}
        hint={
          isSuggested
            ? '種目に合わせた名前です。自由に変えられます。'
            : `${menuLimits.title}文字以内`
        }
        value={title}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => {
          set({ title: event.target.value });
        }}
        onKeyDown={(event) => {
          // Enter in one of many fields must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {forMember === null ? null : (
        <Notice Icon={IconLock}>
          {/* A name that fits into one line does not wrap. */}
          <span style={{ display: 'inline-block' }}>{addHonorific(forMember)}と</span>
          あなただけが見られます。保存すると、会員の「マイトレーナー」に表示されます。
        </Notice>
      )}
      {forMember === null ? null : (
        <SwitchField
          on={fixedOrder}
          text="混雑していても、この順番でご案内します。"
          onChange={(on) => {
            set({ fixedOrder: on });
          }}
        >
          順番を固定する
        </SwitchField>
      )}
      {/* The key opens the details at the first error, so that its field can be focused. */}
      <Disclosure
        key={hasHadError ? 'opened' : 'folded'}
        label={forMember === null ? '説明・タグ・公開範囲' : '説明・タグ'}
        open={hasHadError || matchMedia('(min-width: 768px)').matches}
      >
        <Stack gap={12} padding="12 0" raisedFields>
          <TextAreaField
            name="description"
            label={`${menuFieldWords.description.label}（任意）`}
            error={errors.description}
            length={countCharacters(normalizeDescription(description))}
            max={menuLimits.description}
            value={description}
            onChange={(event) => {
              set({ description: event.target.value });
            }}
          />
          <MenuTags
            tags={tags}
            error={errors.tags}
            onChange={(next) => {
              set({ tags: next });
            }}
          />
          {forMember === null ? (
            <ToggleChoice
              label={menuFieldWords.visibility.label}
              choices={visibilityChoices}
              chosen={visibility}
              onChoose={(next) => {
                set({ visibility: next });
              }}
            />
          ) : null}
        </Stack>
      </Disclosure>
    </Stack>
  );
}

interface MenuTagsProps {
  readonly tags: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

function MenuTags({ tags, error, onChange }: MenuTagsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { data: suggestions = [] } = useQuery(tagSuggestionsQuery(useDebounced(typed), tags));
  return (
    <TagField
      label={menuFieldWords.tags.label}
      hint={`${menuLimits.tags}個まで。入力して改行すると追加されます`}
      error={error}
      values={tags}
      suggestions={suggestions.map(({ tag, count }) => ({ value: tag, note: `${count}件` }))}
      onType={setTyped}
      onAdd={(text) => {
        const verdict = checkTag(text);
        if (verdict !== true) return verdict;
        const next = normalizeTags([...tags, text]);
        if (next.length > menuLimits.tags) return `タグは${menuLimits.tags}個までです`;
        onChange(next);
        return true;
      }}
      onRemove={(value) => {
        onChange(tags.filter((tag) => tag !== value));
      }}
    />
  );
}

const maxSuggestions = 8;

/**
 * Reads tag suggestions. A `null` text disables the query while the field is not in use. Errors are
 * not shown, because the member can still type tags.
 */
function tagSuggestionsQuery(text: string | null, chosen: readonly string[]) {
  const query = text ?? '';
  return queryOptions({
    queryKey: [trainingSessionsKey, 'tags', query],
    queryFn: ({ signal }) =>
      callApi(listTrainingSessionTags, { querystring: query === '' ? {} : { query } }, signal),
    enabled: text !== null && query.length <= menuLimits.query,
    placeholderData: keepPreviousData,
    select: (tags) => tags.filter(({ tag }) => !chosen.includes(tag)).slice(0, maxSuggestions),
    retry: false,
    meta: { errorShownByPage: true },
  });
}

const pause = 150;

/**
 * Returns the value after it has stayed the same for 150 ms, so that not every typed letter causes
 * a request.
 */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
