import { formatDay, formatTime } from '@foyer/domain'
import { Button, Field, SelectInput, TextInput } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { failureText, refusedFields } from '../../../data/failure-text.ts'
import { unreadableFields } from '../../../shared/unreadable-fields.ts'
import { timeIn } from '../../../shared/wall-time.ts'
import { type CountedLine, CountedLines } from './counted-lines.tsx'
import { type EventForCart, type SimulatedCart, sessionChoicesQuery } from './simulator-queries.ts'
import { moneyText } from './simulator-texts.ts'

interface CartFormProps {
  organizer: { slug: string; locale: string; timeZone: string }
  event: EventForCart
  isBusy: boolean
  /** Why the last simulation failed. */
  error: unknown
  onEdit: () => void
  onSimulate: (cart: SimulatedCart) => void
}

type OwnProblems = Readonly<Partial<Record<'tickets' | 'day' | 'at', string | undefined>>>
type Counts = Readonly<Record<string, number>>
const chosen = (counts: Counts) => Object.entries(counts).filter(([, quantity]) => quantity > 0)

/** A cart of one event, as a buyer would fill it, with a code, an address and a moment. */
export function CartForm({ organizer, event, isBusy, error, onEdit, onSimulate }: CartFormProps) {
  const { slug, locale, timeZone } = organizer
  const id = useId()
  const [dayId, atId] = [`${id}-day`, `${id}-at`]
  const [first] = event.types
  const [tickets, setTickets] = useState<Counts>(first ? { [first.id]: 1 } : {})
  const [addOns, setAddOns] = useState<Counts>({})
  const [day, setDay] = useState('')
  const [session, setSession] = useState<string | null>(null)
  const [typed, setTyped] = useState({ couponCode: '', customerEmail: '', at: '' })
  const [own, setOwn] = useState<OwnProblems>({})
  const sessions = useQuery(sessionChoicesQuery(slug, event.eventId, event.today, day)).data
    ?.sessions
  // Until somebody chooses, the cart is for the next session.
  const sessionId = session ?? sessions?.[0]?.id ?? ''
  const format = { currency: event.currency, locale }
  const problems = new Map(refusedFields(error).map(({ field, message }) => [field, message]))
  const isShown = ['tickets', 'couponCode', 'customerEmail', 'at'].some((name) =>
    problems.has(name),
  )
  const edited =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setOwn({})
      onEdit()
    }
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      edited(setTyped)({ ...typed, [name]: target.value }),
  })
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    const lines = chosen(tickets).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
    const wall = timeIn(timeZone).safeParse(typed.at)
    const unreadable = unreadableFields(submitted.currentTarget)
    const problemOf = (id: string) => unreadable.find(({ fieldId }) => fieldId === id)?.message
    const found = {
      tickets: lines.length === 0 ? 'Choose at least one ticket.' : undefined,
      day: problemOf(dayId),
      at: problemOf(atId) ?? wall.error?.issues[0]?.message,
    }
    setOwn(found)
    const wrong = [found.day && dayId, found.at && atId].find(Boolean)
    if (wrong) document.getElementById(wrong)?.focus()
    if (wrong || found.tickets) return
    const [couponCode, customerEmail] = [typed.couponCode.trim(), typed.customerEmail.trim()]
    const at = wall.data
    onSimulate({
      eventId: event.eventId,
      ...(sessionId ? { sessionId } : day ? { date: day } : {}),
      tickets: lines,
      addOns: chosen(addOns).map(([addOnId, quantity]) => ({ addOnId, quantity })),
      ...(couponCode && { couponCode }),
      ...(customerEmail && { customerEmail }),
      ...(at && { at }),
    })
  }
  return (
    <form aria-label="Cart" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Field id={dayId} label="Day" mark="optional" hint="Empty: the next dates" error={own.day}>
          <TextInput
            type="date"
            value={day}
            onChange={({ target }) => {
              edited(setDay)(target.value)
              setSession(null)
            }}
          />
        </Field>
        <Field label="Session" hint="By the clocks of the venue">
          <SelectInput
            value={sessionId}
            onChange={({ target }) => edited<string>(setSession)(target.value)}
          >
            {sessions?.map(({ id, date, startsAt, name }) => (
              <option key={id} value={id}>
                {formatDay(date, locale, { weekday: 'short', year: 'numeric' })},{' '}
                {formatTime(startsAt, event.timeZone, locale)}
                {name && ` · ${name}`}
              </option>
            ))}
            <option value="">
              {sessions?.length === 0 ? 'No open session: lowest price' : 'None yet: lowest price'}
            </option>
          </SelectInput>
        </Field>
      </div>
      <CountedLines
        title="Tickets"
        error={own.tickets ?? problems.get('tickets')}
        lines={event.types.map(
          ({ id, details }): CountedLine => ({
            id,
            name: details.name,
            price:
              details.priceMinor === null
                ? 'Priced by session'
                : moneyText(details.priceMinor, format),
            most: details.maxQuantity,
          }),
        )}
        counts={tickets}
        onChange={edited(setTickets)}
      />
      {event.addOns.length > 0 && (
        <CountedLines
          title="Add-ons"
          lines={event.addOns.map(
            ({ id, details }): CountedLine => ({
              id,
              name: details.name,
              price: moneyText(details.priceMinor, format),
              most: details.maxQuantity,
            }),
          )}
          counts={addOns}
          onChange={edited(setAddOns)}
        />
      )}
      <Field label="Coupon code" mark="optional" error={problems.get('couponCode')}>
        <TextInput autoComplete="off" spellCheck={false} maxLength={64} {...text('couponCode')} />
      </Field>
      <Field
        label="Customer e-mail"
        mark="optional"
        hint="Also asks the rules about it, as at payment."
        error={problems.get('customerEmail')}
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          {...text('customerEmail')}
        />
      </Field>
      <Field
        id={atId}
        label="Bought on"
        mark="optional"
        hint={`By the clocks of ${timeZone.replaceAll('_', ' ')}. Empty: now.`}
        error={own.at ?? problems.get('at')}
      >
        <TextInput type="datetime-local" {...text('at')} />
      </Field>
      {error !== null && !isShown && (
        <p role="alert" className="text-sm font-medium text-danger-text">
          {failureText(error)}
        </p>
      )}
      <div>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Simulating…">
          Simulate
        </Button>
      </div>
    </form>
  )
}
