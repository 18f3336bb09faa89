import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';

interface AccountLeftNoticeProps {
  readonly member: string;
  readonly onLeave: () => void;
}

/** The account lives in a user pool that is not ours to change. */
export function AccountLeftNotice({ member, onLeave }: AccountLeftNoticeProps) {
  return (
    <AlertDialog
      title="アカウントは別に削除してください"
      onDismiss={onLeave}
      actions={<PrimaryButton onClick={onLeave}>確認しました</PrimaryButton>}
    >
      <p>会員データを消去しました。サインイン用のアカウントは Amazon Cognito に残っています。</p>
      <p>
        Amazon Cognito のユーザープールで、次のIDのユーザーを削除してください。
        <br />
        <code>{member}</code>
      </p>
    </AlertDialog>
  );
}
