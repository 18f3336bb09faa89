/** Not for the member: a password manager must learn whose new password it is asked to keep. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
