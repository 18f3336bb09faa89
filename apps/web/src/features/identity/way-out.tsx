import { PlainButton } from '#ui/plain-button.tsx';
import { useLeave } from './use-leave.tsx';
import classes from './way-out.module.css';

/** For the pages of the way in, which have no menu: nobody is kept who does not want to go on. */
export function WayOut() {
  const { busy, signOut, ask, dialog } = useLeave();
  return (
    <div className={classes.ways}>
      <PlainButton aria-disabled={busy} onClick={signOut}>
        ログアウト
      </PlainButton>
      <PlainButton
        onClick={() => {
          ask('delete');
        }}
      >
        退会（アカウントの削除）
      </PlainButton>
      {dialog}
    </div>
  );
}
