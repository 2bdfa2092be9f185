import { type OfficeEventSales, staffApi } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { storeSales } from './sales-queries.ts'
import { eventSchema, eventValues, readCurrent } from './sales-values.ts'

interface EventRulesProps {
  organizer: string
  sales: OfficeEventSales
  mayChange: boolean
}

/** How a question about two people's changes names each value. */
export const RULE_LABELS = {
  opensAt: 'Start of sales',
  closesAt: 'End of sales',
  cutoffMinutes: 'Cut-off',
  minPerOrder: 'Fewest tickets of an order',
  maxPerOrder: 'Most tickets of an order',
  maxPerCustomer: 'Most tickets of a customer',
  isHidden: 'Hidden',
  minQuantity: 'Fewest per order',
  maxQuantity: 'Most per order',
  quantityStep: 'Sold by',
}

export const COUNT = 'A whole number from 1 to 1000, or nothing.'
export const TIME = 'A date and a time, or nothing.'
export const CUTOFF = 'A whole number of minutes, at most a year.'

/** The window, the cut-off and the limits of the whole event. */
export function EventRulesForm({ organizer, sales, mayChange }: EventRulesProps) {
  const { timeZone, eventId } = sales
  const schema = useMemo(() => eventSchema(timeZone), [timeZone])
  const form = useOfficeForm({
    schema,
    values: eventValues(sales, timeZone),
    problems: {
      opensAt: TIME,
      closesAt: TIME,
      cutoffMinutes: CUTOFF,
      minPerOrder: COUNT,
      maxPerOrder: COUNT,
      maxPerCustomer: COUNT,
    },
    send: async (body) => {
      const params = { eventId }
      const stored = await callOf(organizer)(staffApi.changeEventSales, { params, body })
      storeSales(organizer, stored)
      notify({ tone: 'success', title: 'Saved', description: stored.summary.now[0] })
      return eventValues(stored, timeZone)
    },
    shared: { valuesOf: (current) => readCurrent.event(current, timeZone), labels: RULE_LABELS },
  })
  return (
    <Form form={form} submit="Save" label="Sales of the event" busyLabel="Saving">
      <fieldset disabled={!mayChange} className="contents">
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="opensAt"
            label="Sales start"
            type="datetime-local"
            hint="Empty: as soon as it is published."
          />
          <TextField
            form={form}
            name="closesAt"
            label="Sales end"
            type="datetime-local"
            hint="Empty: when each date begins."
          />
        </div>
        <div className="max-w-2xl">
          <TextField
            form={form}
            name="cutoffMinutes"
            label="Cut-off in minutes"
            inputMode="numeric"
            hint="How long before a date begins its sales end. 60 is an hour, 1440 a day."
            className="max-w-32"
          />
        </div>
        <div className="grid max-w-2xl gap-5 sm:grid-cols-3">
          <TextField
            form={form}
            name="minPerOrder"
            label="Fewest in an order"
            inputMode="numeric"
            mark="optional"
          />
          <TextField
            form={form}
            name="maxPerOrder"
            label="Most in an order"
            inputMode="numeric"
            mark="optional"
          />
          <TextField
            form={form}
            name="maxPerCustomer"
            label="Most per customer"
            inputMode="numeric"
            mark="optional"
          />
        </div>
        <p className="-mt-2 max-w-2xl text-sm text-muted">
          Tickets of all types together. A customer is an e-mail address: its orders and the carts
          that are being paid are counted before anything is charged.
        </p>
      </fieldset>
    </Form>
  )
}
