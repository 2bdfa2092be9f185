import { ApiError, sales } from '@foyer/contract'
import { Button, Field, TextInput } from '@foyer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { storeAccess, useAccess } from '../../../data/access.ts'
import { calendarQuery, dailyPricesOf, ticketTypesQuery } from '../../../data/queries.ts'
import { useLocation } from '../../../routing/hooks.ts'
import { useApp } from '../../../shared/app-context.tsx'

const UNREACHED = 'The code could not be checked. Please try again in a moment.'

/** Enters an access code, typed here or named by the link (`?code=`). */
export function AccessCodeForm({ eventId }: { eventId: string }) {
  const app = useApp()
  const queryClient = useQueryClient()
  const access = useAccess(eventId)
  const named = useLocation().search.code
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)

  const refetch = () => {
    for (const queryKey of [
      calendarQuery(app, eventId).queryKey,
      ticketTypesQuery(app, eventId).queryKey,
      dailyPricesOf(eventId),
    ]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }
  const enter = async (typed: string) => {
    setSending(true)
    setProblem(undefined)
    try {
      const opened = await app.call(sales.enterAccessCode, {
        params: { eventId },
        body: { code: typed },
      })
      storeAccess(eventId, opened.access)
      refetch()
    } catch (error) {
      setProblem((error instanceof ApiError && error.text) || UNREACHED)
    }
    setSending(false)
  }
  const start = useEffectEvent(() => {
    if (access) refetch()
    else if (typeof named === 'string' && named !== '') void enter(named)
  })
  // The page came from the server, which knows no code.
  useEffect(() => start(), [])

  if (access) {
    return (
      <p role="status" className="text-sm font-semibold text-success-text">
        Your access code is accepted.
      </p>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') setProblem('Enter your code.')
    else void enter(code.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-96 flex-wrap items-end gap-3">
      <Field label="Access code" error={problem} className="min-w-40 flex-1">
        <TextInput
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
        />
      </Field>
      <Button type="submit" busy={isSending}>
        Use the code
      </Button>
    </form>
  )
}
