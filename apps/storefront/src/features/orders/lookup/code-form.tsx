import { formatTime, LOOKUP_CODE_DIGITS } from '@foyer/domain'
import { Button, Field, Notice, TextInput } from '@foyer/ui'
import { useEffect, useState } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import type { SentCode } from './lookup-record.ts'
import type { Lookup } from './use-lookup.ts'

interface CodeFormProps {
  sent: SentCode
  lookup: Pick<Lookup, 'busy' | 'codeError' | 'problem' | 'confirm' | 'sendCode'>
}

export const CODE_FIELD_ID = 'lookup-code'

/** Asks for the six digits that were sent, and sends new ones. */
export function CodeForm({ sent, lookup }: CodeFormProps) {
  const { locale } = useApp().tenant
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, codeError } = lookup
  const code = typed.replace(/\s/g, '')
  const error = problem ?? codeError
  /** The message above the form has the button that sends a new code. */
  const isEnded = lookup.problem?.action === 'sendCode'
  useEffect(() => {
    if (codeError) focusCode()
  }, [codeError])

  const submit = () => {
    const isWhole = new RegExp(`^\\d{${LOOKUP_CODE_DIGITS}}$`).test(code)
    setProblem(isWhole ? null : 'The code has six digits')
    if (!isWhole) focusCode()
    else if (busy === null) lookup.confirm(code)
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const endsAt = new Date(sent.sentAt + sent.validMinutes * 60_000).toISOString()
  return (
    <form
      noValidate
      className="grid max-w-form gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {!isEnded && (
        <Notice title="Check your email" announce="status">
          {`A code and a link are on their way to ${sent.email}. They are valid for ${sent.validMinutes} minutes, until ${formatTime(endsAt, timeZone, locale)}.`}
        </Notice>
      )}
      <Field id={CODE_FIELD_ID} label="Six-digit code" {...(error ? { error } : {})}>
        <TextInput
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          // Room for a pasted code with spaces.
          maxLength={LOOKUP_CODE_DIGITS * 2}
          required
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy === 'confirm'}>
        Show My Orders
      </Button>
      {!isEnded && (
        <>
          <p className="text-sm text-muted">
            Nothing has arrived? It can take a minute, and the spam folder may have it.
          </p>
          <Button
            className="justify-self-start"
            busy={busy === 'sendCode'}
            disabled={busy !== null}
            onClick={lookup.sendCode}
          >
            Send a New Code
          </Button>
        </>
      )}
    </form>
  )
}

const focusCode = () => document.getElementById(CODE_FIELD_ID)?.focus()
