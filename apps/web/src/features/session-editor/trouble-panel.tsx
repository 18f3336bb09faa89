import { ConflictPanel } from './conflict-panel.tsx';
import { DeletedPanel } from './deleted-panel.tsx';
import type { SessionEditor } from './use-session-editor.ts';

export function TroublePanel({ editor }: { readonly editor: SessionEditor }) {
  switch (editor.trouble?.kind) {
    case 'conflict':
      return <ConflictPanel editor={editor} current={editor.trouble.current} />;
    case 'deleted':
      return <DeletedPanel editor={editor} />;
    case undefined:
      return null;
  }
}
