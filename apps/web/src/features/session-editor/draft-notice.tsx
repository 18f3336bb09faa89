import { IconArrowBackUp, IconNotes } from '@tabler/icons-react';
import { PlainButton } from '#ui/plain-button.tsx';
import { StatusText } from '#ui/status-text.tsx';
import classes from './draft-notice.module.css';
import type { SessionEditor } from './use-session-editor.ts';

/** Where the contents come from, when they are not what the member would expect. */
export function DraftNotice({ editor }: { readonly editor: SessionEditor }) {
  const shown = editor.notice !== null && editor.trouble === null;
  return <StatusText>{shown ? <Words editor={editor} /> : null}</StatusText>;
}

const words = {
  restored: '下書きを復元しました。',
  discarded: '下書きを破棄しました。',
  reloaded: '最新の内容を読み込みました。',
};

function Words({ editor }: { readonly editor: SessionEditor }) {
  const { notice } = editor;
  if (notice === null) return null;
  return (
    <span className={classes.notice}>
      <IconNotes size={20} stroke={1.75} aria-hidden />
      <span className={classes.text}>{words[notice]}</span>
      {notice === 'restored' ? (
        <PlainButton onClick={editor.discard}>破棄する</PlainButton>
      ) : (
        <PlainButton onClick={editor.takeBack}>
          <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
          {notice === 'discarded' ? '元に戻す' : '自分の入力に戻す'}
        </PlainButton>
      )}
    </span>
  );
}
