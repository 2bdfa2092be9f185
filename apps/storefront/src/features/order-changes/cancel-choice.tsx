import type { CancellationQuoteView } from '@foyer/contract'
import {
  type CancelRefusal,
  DEFAULT_POLICY,
  formatAmount,
  formatShortDate,
  formatTime,
  knownZone,
  policyTexts,
} from '@foyer/domain'
import { Checkbox, Field, TextInput } from '@foyer/ui'
import { useApp } from '../../shared/app-context.tsx'
import { PriceRow } from './change-price.tsx'

type Ticket = CancellationQuoteView['tickets'][number]

interface CancelChoiceProps {
  quote: CancellationQuoteView
  /** Null: all that can be cancelled. The quote is of the last choice until its answer arrives. */
  chosen: readonly string[] | null
  onChoose: (ticketIds: readonly string[]) => void
  timeZone: string
  reason: string
  onReason: (reason: string) => void
}

/** The tickets of an order with what each gives back, the sum, and where it goes to. */
export function CancelChoice({
  quote,
  chosen,
  onChoose,
  timeZone,
  reason,
  onReason,
}: CancelChoiceProps) {
  const { locale } = useApp().tenant
  const { currency, policy: cancel } = quote
  const isChosen = (ticket: Ticket) =>
    chosen ? chosen.includes(ticket.id) : ticket.cancelled !== null
  const [first, ...others] = quote.tickets
  const session =
    first && others.every((ticket) => ticket.session.id === first.session.id)
      ? { startsAt: first.session.startTime, timeZone: knownZone(timeZone) }
      : null
  const toggle = (toggled: Ticket) =>
    onChoose(
      quote.tickets
        .filter((ticket) => isChosen(ticket) !== (ticket.id === toggled.id))
        .map(({ id }) => id),
    )
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        {policyTexts({ ...DEFAULT_POLICY, cancel }, { currency, locale, session }).cancel}
      </p>
      <fieldset>
        <legend className="mb-1 font-semibold">Which tickets?</legend>
        {quote.tickets
          .filter(({ refusal }) => refusal !== 'already_cancelled')
          .map((ticket) => (
            <Checkbox
              key={ticket.id}
              checked={isChosen(ticket)}
              disabled={ticket.refusal !== null}
              onChange={() => toggle(ticket)}
              label={`Ticket ${ticket.number}, ${ticket.typeName}`}
              hint={
                <>
                  {`${formatShortDate(ticket.session.date, locale)}, ${formatTime(ticket.session.startTime, knownZone(timeZone), locale)}`}
                  <span className="block">
                    {ticket.refusal
                      ? REFUSALS[ticket.refusal]
                      : isChosen(ticket) && ticket.cancelled
                        ? unitText(ticket.cancelled, currency, locale)
                        : 'Stays valid'}
                  </span>
                </>
              }
            />
          ))}
      </fieldset>
      {chosen?.length !== 0 && <Refund quote={quote} locale={locale} />}
      <Field label="Reason" mark="optional" hint="The organizer reads it.">
        <TextInput
          value={reason}
          maxLength={1000}
          onChange={({ target }) => onReason(target.value)}
        />
      </Field>
    </div>
  )
}

/** A refusal with all of its tickets closes the dialog; these stand beside a single one. */
const REFUSALS: Readonly<Record<CancelRefusal, string>> = {
  redeemed: 'Used at the door',
  past: 'Its session is over',
  session_closed: 'Its session was closed by the organizer',
  too_late: 'The time to cancel it has passed',
  not_allowed: 'Cannot be cancelled',
  disputed: 'Its payment is disputed',
  already_cancelled: 'Cancelled',
}

type Unit = NonNullable<Ticket['cancelled']>

/** 'Price $30.00, discount −$3.00, fees $3.75: $27.00 back (100%)'. */
function unitText(unit: Unit, currency: string, locale: string): string {
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const parts = [
    `Price ${amount(unit.priceMinor)}`,
    ...(unit.discountMinor > 0 ? [`discount −${amount(unit.discountMinor)}`] : []),
    ...(unit.feeMinor > 0 ? [`fees ${amount(unit.feeMinor)}`] : []),
    ...(unit.taxMinor > 0 ? [`taxes ${amount(unit.taxMinor)}`] : []),
  ]
  const back = `${amount(unit.refundMinor)} back (${share.format(unit.sharePpm / 1_000_000)})`
  return `${parts.join(', ')}: ${back}`
}

function Refund({ quote, locale }: { quote: CancellationQuoteView; locale: string }) {
  const { currency } = quote
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  return (
    <div>
      <dl className="flex flex-col gap-2">
        {quote.addOns.map((addOn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal add-ons have no id of their own
          <PriceRow key={index} label={`${addOn.name}, ends with the last ticket`}>
            {`${amount(addOn.refundMinor)} back`}
          </PriceRow>
        ))}
        {quote.keptMinor > 0 && <PriceRow label="Not refunded">{amount(quote.keptMinor)}</PriceRow>}
        <PriceRow label="You get back" isTotal>
          {amount(quote.refundMinor)}
        </PriceRow>
      </dl>
      {quote.payments.length > 0 && (
        <ul className="mt-3 text-sm text-muted">
          {quote.payments.map((payment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id that a page may know
            <li key={index}>{`${amount(payment.amountMinor)} to ${cardText(payment)}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

type RefundedPayment = CancellationQuoteView['payments'][number]

/** Names the card of a payment by what was paid with it. */
export function cardText({ paidFor, card }: RefundedPayment): string {
  const changes = paidFor.filter((each) => each === 'change').length
  const what = [
    changes < paidFor.length && 'the order',
    changes > 0 && (changes === 1 ? 'the change' : 'the changes'),
  ]
    .filter(Boolean)
    .join(' and ')
  if (!card) return `the card or account that you paid ${what} with`
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `the ${brand} card ending in ${card.last4} that you paid ${what} with`
}
