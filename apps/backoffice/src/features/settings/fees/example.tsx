import { staffApi } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Field, TextInput } from '@foyer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type * as z from 'zod/mini'
import { callOf } from '../../../data/client.ts'
import { failureText } from '../../../data/failure-text.ts'
import { minorOf } from '../../../shared/amounts.ts'
import type { SettingsOrganizer } from '../setting-part.tsx'

/** How long nothing is typed before the server is asked. */
const PAUSE_MS = 250

export type ExampleInput = Omit<z.input<typeof staffApi.exampleFees.body>, 'priceMinor'>

interface ExampleProps {
  organizer: SettingsOrganizer
  /** Null while a field of the form has no valid value. */
  input: ExampleInput | null
}

/** What a buyer pays for one ticket and what remains of it, by the quote of the server. */
export function Example({ organizer: { slug, currency, locale }, input }: ExampleProps) {
  const id = useId()
  const [typed, setTyped] = useState('25')
  const priceMinor = minorOf(typed, currency)
  const read = input ? staffApi.exampleFees.body.safeParse({ ...input, priceMinor }) : null
  const body = useSettled(read?.success ? JSON.stringify(read.data) : null)
  const example = useQuery({
    queryKey: ['organizer', slug, 'fees', 'example', body],
    queryFn: () =>
      callOf(slug)(staffApi.exampleFees, {
        body: staffApi.exampleFees.body.parse(JSON.parse(body ?? '')),
      }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
  })
  const isPrice = staffApi.exampleFees.body.shape.priceMinor.safeParse(priceMinor).success
  const amounts = body === null ? undefined : example.data
  const text = (minor: number | undefined) =>
    minor === undefined ? '–' : formatAmount(minor, currency, locale)
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="rounded-md border border-edge bg-raised p-4 text-sm"
    >
      <h3 id={`${id}-title`} className="font-semibold">
        An example
      </h3>
      <div className="mt-3 max-w-56">
        <Field
          id={`${id}-price`}
          label={`A ticket costs, in ${currency.toUpperCase()}`}
          error={isPrice ? undefined : 'Enter an amount like 25 or 25.50.'}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      </div>
      {example.isError && body !== null ? (
        <p role="alert" className="mt-3 text-danger-text">
          {failureText(example.error)}
        </p>
      ) : (
        <dl
          aria-live="polite"
          className="mt-3 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 [&>dd]:text-end"
        >
          <dt>You keep</dt>
          <dd className="figures">{text(amounts?.netMinor)}</dd>
          <dt>Fee</dt>
          <dd className="figures">{text(amounts?.feeMinor)}</dd>
          <dt>Taxes</dt>
          <dd className="figures">{text(amounts?.taxMinor)}</dd>
          <dt className="border-t border-edge pt-1.5 font-semibold">The buyer pays</dt>
          <dd className="figures border-t border-edge pt-1.5 font-semibold">
            {text(amounts?.totalMinor)}
          </dd>
        </dl>
      )}
    </section>
  )
}

/** A value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
