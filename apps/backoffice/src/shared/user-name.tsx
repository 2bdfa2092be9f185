/** Tells a password manager whose password is asked for or chosen. */
export function UserName({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  )
}
