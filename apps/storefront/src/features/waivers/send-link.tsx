import { ApiError, VALIDATION_TEXTS, type WaiverView, waivers } from '@foyer/contract'
import { DETAIL_LIMITS, isEmail } from '@foyer/domain'
import { Button, Disclosure, Field, TextInput } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaiverSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'

const NO_ANSWER = 'This did not work. Please try again in a moment.'

interface SendLinkProps {
  orderId: string
  waiver: WaiverView
  credential: WaiverSearch
}

/** Mails a participant a link to their own waiver, so that they sign on their own phone. */
export function SendLink({ orderId, waiver, credential }: SendLinkProps) {
  const { call } = useApp()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: (to: string) =>
      call(waivers.sendWaiverLink, {
        params: { orderId, participant: waiver.id },
        query: credential,
        body: { email: to, name: waiver.name },
      }),
    retry: false,
    onError: (error) =>
      setProblem((error instanceof ApiError && error.status < 500 && error.text) || NO_ANSWER),
  })
  return (
    <Disclosure summary="Send a link instead" className="mt-2 text-sm">
      <form
        noValidate
        className="pt-1 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          const to = email.trim().toLowerCase()
          const wrong = to === '' ? VALIDATION_TEXTS.required : VALIDATION_TEXTS.invalidEmail
          const isFit = isEmail(to)
          setProblem(isFit ? null : wrong)
          if (isFit && !send.isPending) send.mutate(to)
        }}
      >
        <Field
          label="E-mail address of the participant"
          hint="The link opens this waiver and nothing else of the order."
          {...(problem ? { error: problem } : {})}
        >
          <div className="flex flex-wrap items-stretch gap-3 sm:flex-nowrap">
            <TextInput
              type="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              maxLength={DETAIL_LIMITS.email}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button type="submit" className="shrink-0" busy={send.isPending}>
              Send Link
            </Button>
          </div>
        </Field>
        <p role="status" className="mt-2 text-success-text">
          {send.data?.message}
        </p>
      </form>
    </Disclosure>
  )
}
