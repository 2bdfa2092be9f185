import { type OfficeEventSales, staffApi } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { storeSales } from './sales-queries.ts'
import { eventSchema, eventValues, needsMinutes, readCurrent, SALES_ENDS } from './sales-values.ts'

interface EventRulesProps {
  organizer: string
  sales: OfficeEventSales
  mayChange: boolean
}

/** How a question about two people's changes names each value. */
export const RULE_LABELS = {
  opensAt: 'Start of sales',
  closesAt: 'End of sales',
  salesEnd: 'End of the sales of each date',
  endMinutes: 'Minutes',
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
export const MINUTES =
  'A whole number of minutes: at most a year before a date, or four weeks after its start.'

const EVENT_SALES_ENDS = ['start', 'before', 'after', 'end'] as const

/** The window, the end of sales and the limits of the whole event. */
export function EventRulesForm({ organizer, sales, mayChange }: EventRulesProps) {
  const { timeZone, eventId } = sales
  const schema = useMemo(() => eventSchema(timeZone), [timeZone])
  const form = useOfficeForm({
    schema,
    values: eventValues(sales, timeZone),
    problems: {
      opensAt: TIME,
      closesAt: TIME,
      salesEnd: 'Choose when sales end.',
      endMinutes: MINUTES,
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
            hint="The sales of a date may end earlier."
          />
        </div>
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <SelectField form={form} name="salesEnd" label="Sales of each date end">
            {EVENT_SALES_ENDS.map((name) => (
              <option key={name} value={name}>
                {SALES_ENDS[name]}
              </option>
            ))}
          </SelectField>
          {needsMinutes(form.watch('salesEnd')) && (
            <TextField
              form={form}
              name="endMinutes"
              label="Minutes"
              inputMode="numeric"
              hint="60 is an hour, 1440 a day."
              className="max-w-32"
            />
          )}
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
