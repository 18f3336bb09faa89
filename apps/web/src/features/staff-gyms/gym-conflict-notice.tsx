import { DecisionPanel } from '#ui/decision-panel.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import type { GymConflict } from './use-gym-editor.ts';
import classes from './gym-conflict-notice.module.css';

interface GymConflictNoticeProps {
  readonly conflict: GymConflict | null;
  readonly busy: boolean;
  readonly loadLatest: () => void;
}

/** Inside the form: saving from here is sending it. What was typed is still in it. */
export function GymConflictNotice({ conflict, busy, loadLatest }: GymConflictNoticeProps) {
  if (conflict === null) return null;
  return (
    <DecisionPanel
      key={conflict.version}
      heading="ほかのスタッフが内容を変更しています"
      actions={
        <>
          <PrimaryButton type="submit" aria-disabled={busy}>
            この内容で保存する
          </PrimaryButton>
          <PrimaryButton type="button" variant="default" onClick={loadLatest}>
            最新の内容を読み込む
          </PrimaryButton>
        </>
      }
    >
      <p>
        編集を始めたあとに、次の内容が保存されました。入力した内容は残っています。確認して、どちらにするか選んでください。
      </p>
      <dl className={classes.differences}>
        {conflict.differences.map(({ name, latest, mine }) => (
          <div key={name} className={classes.difference}>
            <dt>{name}</dt>
            <Side name="最新の内容" text={latest} />
            <Side name="あなたの入力" text={mine === latest ? '最新の内容を反映しました' : mine} />
          </div>
        ))}
      </dl>
    </DecisionPanel>
  );
}

function Side({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <dd className={classes.side}>
      <span className={classes.name}>{name}</span>
      <span className={classes.text}>{text === '' ? 'なし' : text}</span>
    </dd>
  );
}
