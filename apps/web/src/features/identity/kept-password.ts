/** In memory alone, from the sign-up to the confirmation of it: a reload forgets it. */
let kept: { readonly email: string; readonly password: string } | null = null;

export function keepPassword(email: string, password: string): void {
  kept = { email, password };
}

export function takePassword(email: string): string | null {
  const password = kept?.email === email ? kept.password : null;
  kept = null;
  return password;
}
