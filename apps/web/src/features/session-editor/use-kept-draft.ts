import { useEffect } from 'react';
import { dropDraft, keepDraft } from './draft-storage.ts';
import { toContent } from './edited-content.ts';
import { type EditorState, isUnsaved } from './editor-state.ts';

/** Keeps every change on the device at once. Answers whether anything is unsaved. */
export function useKeptDraft(key: string, state: EditorState, saved: boolean): boolean {
  const { content, base, draftId, sent } = state;
  const unsaved = !saved && isUnsaved({ content, base });
  useEffect(() => {
    if (unsaved) keepDraft(key, { draftId, sent, base, content: toContent(content) });
    else dropDraft(key);
  }, [key, unsaved, draftId, sent, base, content]);
  return unsaved;
}
