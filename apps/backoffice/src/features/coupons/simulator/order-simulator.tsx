import { ApiError } from '@foyer/contract'
import { Button, Field, TextInput } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../data/failure-text.ts'
import { Columns, NothingYet } from './columns.tsx'
import { SimulationResult } from './simulation-result.tsx'
import { simulatedOrderQuery } from './simulator-queries.ts'

interface OrderSimulatorProps {
  organizer: { slug: string; locale: string }
  /** The number or the id in the address; empty: none yet. */
  order: string
  onOrder: (order: string) => void
}

/** A past order, judged again by the rules of today, beside what it was bought at. */
export function OrderSimulator({ organizer, order, onOrder }: OrderSimulatorProps) {
  const [typed, setTyped] = useState(order)
  const result = useQuery({
    ...simulatedOrderQuery(organizer.slug, order),
    enabled: order !== '',
  })
  return (
    <Columns
      form={
        <form
          aria-label="Past order"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const number = typed.trim()
            if (number === order) void (number && result.refetch())
            else onOrder(number)
          }}
          className="flex flex-col gap-5"
        >
          <Field
            label="Order number"
            hint="From the receipt, like #0E2F0AB1. Its tickets, its buyer and its time are judged again by the rules of today."
            error={order !== '' && result.isError ? problemText(result.error) : undefined}
          >
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <div>
            <Button
              type="submit"
              variant="primary"
              busy={order !== '' && result.isFetching}
              busyLabel="Simulating…"
            >
              Simulate
            </Button>
          </div>
        </form>
      }
      result={
        order !== '' && result.data && !result.isError ? (
          <SimulationResult organizer={organizer} simulation={result.data} isOld={false} />
        ) : (
          <NothingYet>
            Enter the number of an order. Here you read what its rules would do today, and what they
            did.
          </NothingYet>
        )
      }
    />
  )
}

const problemText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'order_not_found'
    ? 'There is no order with this number. Compare it with the receipt, or search for it under Orders.'
    : failureText(error)
