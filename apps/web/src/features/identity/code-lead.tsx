interface CodeLeadProps {
  readonly email: string;
  readonly sent: boolean;
}

export function CodeLead({ email, sent }: CodeLeadProps) {
  return (
    <>
      <strong>{email}</strong>{' '}
      {sent
        ? 'に確認コードをお送りしました。メールに書かれた数字を入力してください。'
        : 'に届いている確認コードを入力してください。見当たらないときは再送できます。'}
    </>
  );
}
