import { PlainButton } from '#ui/plain-button.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { DecisionPanel } from '#ui/decision-panel.tsx';
import { describeTime, stateOf } from './information-words.ts';
import { StateMark } from './state-mark.tsx';
import type { InformationEditor } from './use-information-editor.ts';
import classes from './information-trouble.module.css';

/** A colleague was faster: what there is now, and whose words shall stay. */
export function InformationTrouble({ editor }: { readonly editor: InformationEditor }) {
  const { trouble, busy } = editor;
  if (trouble === null) return null;
  if (trouble.kind === 'deleted') {
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
  const { current } = trouble;
  return (
    <DecisionPanel
      heading="ほかのスタッフが内容を変更しています"
      actions={
        <>
          <PrimaryButton aria-disabled={busy} onClick={editor.overwrite}>
            自分の内容で上書きする
          </PrimaryButton>
          <PrimaryButton variant="default" onClick={editor.loadCurrent}>
            最新の内容を読み込む
          </PrimaryButton>
          <PlainButton onClick={editor.keepEditing}>編集を続ける</PlainButton>
        </>
      }
    >
      <p>編集を始めたあとに保存された内容です。どちらを残すか選んでください。</p>
      <figure className={classes.current}>
        <figcaption className={classes.head}>
          <StateMark state={stateOf(current)} />
          {describeTime(current)}
        </figcaption>
        <p className={classes.text}>{current.content}</p>
      </figure>
    </DecisionPanel>
  );
}
