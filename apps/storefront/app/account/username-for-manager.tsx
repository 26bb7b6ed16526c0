/** Tells a password manager whose password it is; nobody sees or sends it. */
export function UsernameForManager({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />
}
