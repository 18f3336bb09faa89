import type { SessionContent, TrainingSession } from '@tanren/contract/training-sessions';
import { visibilityNames } from '#entities/training-sessions/session-words.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ConflictPanel, DecisionPanel } from '#ui/feedback/notices.tsx';
import { describeItem, toContent } from './edited-content.ts';
import classes from './editor-form.module.css';
import { useEditorSetting } from './editor-setting.tsx';
import type { SessionEditor } from './use-session-editor.ts';

/** What keeps the session from being saved, and what the member can do about it. */
export function TroublePanel({ editor }: { readonly editor: SessionEditor }) {
  switch (editor.trouble?.kind) {
    case 'conflict':
      return <ChangedElsewherePanel editor={editor} current={editor.trouble.current} />;
    case 'deleted':
      return <DeletedPanel editor={editor} />;
    case undefined:
      return null;
  }
}

interface ChangedElsewherePanelProps {
  readonly editor: SessionEditor;
  readonly current: TrainingSession;
}

function ChangedElsewherePanel({ editor, current }: ChangedElsewherePanelProps) {
  const { base, content } = editor;
  const fields = compareContents(base?.content ?? null, current, toContent(content));
  return (
    <ConflictPanel heading="ほかの端末で内容が変更されています" editor={editor}>
      <p>
        編集を始めたあとに、このメニューが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
      </p>
      <ComparedFields fields={fields} />
    </ConflictPanel>
  );
}

function DeletedPanel({ editor }: { readonly editor: SessionEditor }) {
  const { listLink } = useEditorSetting();
  return (
    <DecisionPanel
      heading="このメニューは削除されています"
      actions={
        <>
          <PrimaryButton aria-disabled={editor.busy} onClick={editor.saveAsNew}>
            新しいメニューとして保存
          </PrimaryButton>
          {listLink}
        </>
      }
    >
      <p>
        編集しているあいだに、別の端末などで削除されました。入力した内容は残っているので、新しいメニューとして保存できます。
      </p>
    </DecisionPanel>
  );
}

interface ComparedLine {
  readonly text: string;
  /** Not in the other list. */
  readonly differs: boolean;
}

interface ComparedField {
  readonly label: string;
  /** Whether it was changed there since the member began, or only here. */
  readonly changedThere: boolean;
  readonly changedHere: boolean;
  readonly theirs: readonly ComparedLine[];
  readonly mine: readonly ComparedLine[];
}

const contentFields: readonly {
  readonly label: string;
  readonly read: (content: SessionContent) => readonly string[];
}[] = [
  { label: 'タイトル', read: ({ title }) => [title.trim() || '（なし）'] },
  { label: '説明', read: ({ description }) => [description.trim() || '（なし）'] },
  { label: 'タグ', read: ({ tags }) => (tags.length === 0 ? ['（なし）'] : [tags.join('、')]) },
  { label: '公開範囲', read: ({ visibility }) => [visibilityNames[visibility]] },
  { label: '種目', read: ({ items }) => items.map(describeItem) },
];

/** The fields that are not the same in both, as lines to read. */
export function compareContents(
  base: SessionContent | null,
  theirs: SessionContent,
  mine: SessionContent,
): ComparedField[] {
  return contentFields
    .map(({ label, read }) => {
      const [there, here] = [read(theirs), read(mine)];
      const before = base === null ? null : read(base);
      return {
        label,
        changedThere: before === null || !isSame(before, there),
        changedHere: before === null || !isSame(before, here),
        theirs: markLines(there, here),
        mine: markLines(here, there),
        same: isSame(there, here),
      };
    })
    .filter(({ same }) => !same)
    .map(({ same: _, ...field }) => field);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** A line that occurs there too, as often, is the same one wherever it stands. */
function markLines(lines: readonly string[], others: readonly string[]): ComparedLine[] {
  const left = [...others];
  return lines.map((text) => {
    const found = left.indexOf(text);
    if (found !== -1) left.splice(found, 1);
    return { text, differs: found === -1 };
  });
}

/** What differs, field by field: theirs above, mine below, or side by side where there is room. */
function ComparedFields({ fields }: { readonly fields: readonly ComparedField[] }) {
  if (fields.length === 0) return <p>現在の入力内容は、保存されている最新の内容と同じです。</p>;
  return (
    <dl className={classes.comparedFields}>
      {fields.map((field) => (
        <div key={field.label} className={classes.field}>
          <dt className={classes.label}>{field.label}</dt>
          <Side name="保存されている内容" unchanged={!field.changedThere} lines={field.theirs} />
          <Side name="あなたの入力" unchanged={!field.changedHere} lines={field.mine} />
        </div>
      ))}
    </dl>
  );
}

interface SideProps {
  readonly name: string;
  readonly unchanged: boolean;
  readonly lines: readonly ComparedLine[];
}

function Side({ name, unchanged, lines }: SideProps) {
  return (
    <dd className={classes.side}>
      <span className={classes.name}>{unchanged ? `${name}（変更なし）` : name}</span>
      <ol className={classes.lines} data-single={lines.length === 1 || undefined}>
        {numberLines(lines).map(({ key, text, differs }) => (
          <li key={key}>{differs ? <mark className={classes.differs}>{text}</mark> : text}</li>
        ))}
      </ol>
    </dd>
  );
}

/** Two lines may say the same. */
function numberLines(lines: readonly ComparedLine[]): (ComparedLine & { key: string })[] {
  return lines.map((line, index) => ({ ...line, key: `${index} ${line.text}` }));
}
