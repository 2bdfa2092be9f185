import { ApiError, type Me, type SignIn, staffApi } from '@foyer/contract'
import { Button, Notice } from '@foyer/ui'
import { KeyRound } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bareCall } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { Form, PasswordField, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { UserName } from '../../shared/user-name.tsx'
import { hasPasskeys, PasskeyCancelled, signInWithPasskey } from './passkey.ts'

interface PasswordStepProps {
  /** The address of a person who signs in again; it cannot be changed. */
  knownEmail?: string
  onSignedIn: (signIn: SignIn) => void
  /** Links below the form. */
  children?: ReactNode
}

/** Address and password, or a passkey. */
export function PasswordStep({ knownEmail, onSignedIn, children }: PasswordStepProps) {
  const form = useOfficeForm({
    schema: staffApi.signIn.body,
    values: { email: knownEmail ?? '', password: '' },
    problems: {
      email: 'Enter your address, such as ada@example.com.',
      password: 'Enter your password.',
    },
    send: async (body) => onSignedIn(await bareCall(staffApi.signIn, { body })),
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'credentials_wrong'
        ? {
            field: 'password',
            message:
              knownEmail === undefined
                ? error.textOrStatus
                : 'This is not the password of this account. Type it again.',
          }
        : null,
  })
  return (
    <>
      <Form form={form} submit="Sign in" isWide>
        {knownEmail === undefined ? (
          <TextField
            form={form}
            name="email"
            label="E-mail address"
            type="email"
            autoComplete="username"
          />
        ) : (
          <>
            <UserName email={knownEmail} />
            <p className="text-sm break-words">
              <span className="text-muted">Account: </span>
              <strong>{knownEmail}</strong>
            </p>
          </>
        )}
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
      </Form>
      {hasPasskeys() && <PasskeyButton onSignedIn={(me) => onSignedIn({ state: 'open', me })} />}
      {children}
    </>
  )
}

export function PasskeyButton({ onSignedIn }: { onSignedIn: (me: Me) => void }) {
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn })
  const isCancelled = passkey.error instanceof PasskeyCancelled
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button onClick={() => passkey.mutate()} busy={passkey.isPending}>
        <KeyRound aria-hidden="true" className="size-4" />
        Sign in with a passkey
      </Button>
      {passkey.isError && (
        <Notice tone={isCancelled ? 'info' : 'danger'} announce="status">
          {isCancelled
            ? 'No passkey was used. Try again, or sign in with your password.'
            : failureText(passkey.error)}
        </Notice>
      )}
    </div>
  )
}
