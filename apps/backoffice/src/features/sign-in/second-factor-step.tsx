import { ApiError, type Me, staffApi } from '@foyer/contract'
import type { SecondFactor } from '@foyer/domain'
import { type ReactNode, useState } from 'react'
import { bareCall } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { hasPasskeys } from './passkey.ts'
import { PasskeyButton } from './password-step.tsx'

interface SecondFactorStepProps {
  /** What the person has set up. After a reload it is not known, and every way is offered. */
  factors: readonly SecondFactor[] | null
  onSignedIn: (me: Me) => void
  /** Beside the other ways. */
  children?: ReactNode
}

/** What follows a password: a code of the app, a recovery code, or a passkey. */
export function SecondFactorStep({ factors, onSignedIn, children }: SecondFactorStepProps) {
  const has = (factor: SecondFactor) => factors?.includes(factor) ?? true
  const [isRecovery, setRecovery] = useState(!has('totp') && !has('passkey'))
  const isCodeShown = isRecovery || has('totp')
  return (
    <>
      {isCodeShown && (
        <CodeForm
          // Another code is another field: what was typed for one is no use for the other.
          key={isRecovery ? 'recovery' : 'totp'}
          isRecovery={isRecovery}
          onSignedIn={onSignedIn}
        />
      )}
      {has('passkey') && hasPasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
      <div className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        {isRecovery
          ? has('totp') && (
              <button type="button" onClick={() => setRecovery(false)} className="link">
                Use the authenticator app
              </button>
            )
          : has('recovery_code') && (
              <button type="button" onClick={() => setRecovery(true)} className="link">
                Use a recovery code
              </button>
            )}
        {children}
      </div>
    </>
  )
}

function CodeForm({
  isRecovery,
  onSignedIn,
}: {
  isRecovery: boolean
  onSignedIn: (me: Me) => void
}) {
  const missing = isRecovery ? 'Enter a recovery code.' : 'Enter the six digits of the app.'
  const form = useOfficeForm({
    schema: staffApi.answerSecondFactor.body,
    values: { code: '' },
    problems: { code: missing },
    send: async (body) => onSignedIn((await bareCall(staffApi.answerSecondFactor, { body })).me),
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'second_factor_wrong'
        ? { field: 'code', message: error.textOrStatus }
        : null,
  })
  return (
    <Form form={form} submit="Continue" isWide>
      <TextField
        form={form}
        name="code"
        label={isRecovery ? 'Recovery code' : 'Code of your authenticator app'}
        hint={isRecovery ? 'Each of your ten codes works once.' : undefined}
        autoComplete="one-time-code"
        inputMode={isRecovery ? undefined : 'numeric'}
        spellCheck={false}
        autoCapitalize="none"
        className="figures"
      />
    </Form>
  )
}
