import { ApiError, VALIDATION_TEXTS } from '@foyer/contract'
import { DETAIL_LIMITS, isEmail } from '@foyer/domain'
import { Button, Field, TextInput } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

interface EmailFormProps {
  action: string
  /** Runs on submit; the text of an error it throws is shown at the field. */
  onSubmit: (email: string) => Promise<void>
}

const NO_ANSWER = 'This did not work. Please try again in a moment.'

/** Asks for the e-mail address with which an order was bought. */
export function EmailForm({ action, onSubmit }: EmailFormProps) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: onSubmit,
    retry: false,
    onError: (error) =>
      setProblem((error instanceof ApiError && error.status < 500 && error.text) || NO_ANSWER),
  })
  return (
    <form
      noValidate
      className="w-full max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        const given = email.trim().toLowerCase()
        const wrong = given === '' ? VALIDATION_TEXTS.required : VALIDATION_TEXTS.invalidEmail
        const isFit = isEmail(given)
        setProblem(isFit ? null : wrong)
        if (isFit && !send.isPending) send.mutate(given)
      }}
    >
      <Field label="E-mail address of the order" {...(problem ? { error: problem } : {})}>
        <div className="flex flex-wrap items-stretch gap-3 sm:flex-nowrap">
          <TextInput
            type="email"
            name="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            maxLength={DETAIL_LIMITS.email}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit" className="shrink-0" busy={send.isPending}>
            {action}
          </Button>
        </div>
      </Field>
    </form>
  )
}
