import { checkTag, normalizeTags } from '@tanren/domain/training-session-texts';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TagField } from '#ui/tag-field.tsx';
import { tagSuggestionsQuery } from './session-editor.queries.ts';
import { useSettled } from './use-settled.ts';

interface SessionTagsProps {
  readonly tags: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

export function SessionTags({ tags, error, onChange }: SessionTagsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { data: suggestions = [] } = useQuery(tagSuggestionsQuery(useSettled(typed), tags));
  return (
    <TagField
      label="タグ"
      hint={`${sessionLimits.tags}個まで。入力して改行すると追加されます`}
      error={error}
      values={tags}
      suggestions={suggestions.map(({ tag, count }) => ({ value: tag, note: `${count}件` }))}
      onType={setTyped}
      onAdd={(text) => {
        const verdict = checkTag(text);
        if (verdict !== true) return verdict;
        const next = normalizeTags([...tags, text]);
        if (next.length > sessionLimits.tags) return `タグは${sessionLimits.tags}個までです`;
        onChange(next);
        return true;
      }}
      onRemove={(value) => {
        onChange(tags.filter((tag) => tag !== value));
      }}
    />
  );
}
