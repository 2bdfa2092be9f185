import type { CancellationQuoteView } from '@foyer/contract'
import { type CancelRefusal, DEFAULT_POLICY, formatAmount, policyTexts } from '@foyer/domain'
import { Button, notify } from '@foyer/ui'
import { Form, TextField } from '../../../shared/form.tsx'
import { type FigureRow, FiguresBox } from '../figures-box.tsx'
import { cardText, sessionText } from '../order-texts.ts'
import { TicketChoice } from '../ticket-choice.tsx'
import { BeyondPolicy, type ChangeProps, PolicyText } from './change-dialog.tsx'
import { failureTitle, ticketsText } from './change-texts.ts'
import { useCancellation } from './use-cancellation.ts'
import { useFirstFocus } from './use-first-focus.ts'

interface CancelFormProps extends Omit<ChangeProps, 'open'> {
  quote: CancellationQuoteView
}

/** The tickets of an order with what each gives back by the policy, and the sum. */
export function CancelForm(props: CancelFormProps) {
  const { organizer, orderId, order, quote: all, onClose } = props
  const { slug, locale } = organizer
  const { timeZone } = order.view.event
  const amount = (minor: number) => formatAmount(minor, all.currency, locale)
  const { form, chosen, quote, read } = useCancellation(
    {
      organizer: slug,
      orderId,
      onMade: ({ ticketCount, refundMinor }) => {
        notify({
          tone: 'success',
          title: `${ticketsText(ticketCount)} cancelled`,
          description:
            refundMinor > 0
              ? `${amount(refundMinor)} go back to the buyer, who gets a mail.`
              : 'The buyer gets a mail.',
        })
        onClose()
      },
    },
    all,
  )
  useFirstFocus([form.idOf('ticketIds')])
  const startsAt = onlyStart(quote)
  const isCurrent = chosen.length > 0 && !read.isPlaceholderData
  return (
    <Form
      form={form}
      label="Cancel tickets"
      submit={isCurrent ? `Cancel ${ticketsText(chosen.length)}` : 'Cancel the tickets'}
      submitVariant="danger"
      failureTitle={failureTitle(form.failure)}
      aside={<Button onClick={onClose}>Keep them</Button>}
    >
      <PolicyText>
        {
          policyTexts(
            { ...DEFAULT_POLICY, cancel: quote.policy },
            { currency: quote.currency, locale, session: startsAt ? { startsAt, timeZone } : null },
          ).cancel
        }
      </PolicyText>
      <TicketChoice
        id={form.idOf('ticketIds')}
        legend="Tickets to cancel"
        tickets={quote.tickets
          .filter(({ refusal }) => refusal !== 'already_cancelled')
          .map((ticket) => {
            const { id, number, typeName, refusal, cancelled, session } = ticket
            const isShown = cancelled !== null && chosen.includes(id)
            const when = sessionText(session.startTime, timeZone, locale)
            return {
              id,
              number,
              typeName,
              isDisabled: refusal !== null,
              ...(isShown ? { aside: `${amount(cancelled.refundMinor)} back` } : {}),
              hint: refusal
                ? `${when}. ${REFUSALS[refusal]}`
                : isShown && cancelled.keptMinor > 0
                  ? `${when}. ${amount(cancelled.keptMinor)} are not refunded`
                  : when,
            }
          })}
        chosen={chosen}
        onChoose={(ids) => form.setValue('ticketIds', ids, { shouldValidate: true })}
        error={form.problemOf('ticketIds')}
      />
      {chosen.length > 0 && (
        <FiguresBox
          label="What goes back"
          title="Goes back to the buyer"
          amount={amount(quote.refundMinor)}
          rows={rowsOf(quote, amount)}
          isPending={read.isFetching}
        />
      )}
      {chosen.length > 0 && quote.refundMinor === 0 && quote.keptMinor > 0 && (
        <p className="text-sm text-muted">
          The policy gives nothing back for these tickets. They end, their places are free again,
          and money can go back with a refund before or after that.
        </p>
      )}
      <BeyondPolicy reason={isCurrent ? quote.beyondBuyers : null} />
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint="For your team. The buyer does not see it."
        autoComplete="off"
      />
    </Form>
  )
}

const REFUSALS: Readonly<Record<CancelRefusal, string>> = {
  redeemed: 'Used at the door already',
  past: 'It is over',
  session_closed: 'It was closed',
  too_late: 'The time to cancel it has passed',
  not_allowed: 'The policy does not allow it',
  disputed: 'The bank is taking its payment back',
  already_cancelled: 'Cancelled already',
}

/** The start of all tickets; null if they are for several sessions. */
function onlyStart({ tickets }: CancellationQuoteView): string | null {
  const [first, ...others] = tickets
  return first && others.every(({ session }) => session.id === first.session.id)
    ? first.session.startTime
    : null
}

function rowsOf(quote: CancellationQuoteView, amount: (minor: number) => string): FigureRow[] {
  return [
    ...quote.addOns.map(
      ({ name, refundMinor }): FigureRow => [
        `${name}, ends with the last ticket`,
        amount(refundMinor),
      ],
    ),
    ...(quote.keptMinor > 0 ? [['Not refunded', amount(quote.keptMinor)] as const] : []),
    ...quote.payments.map(
      ({ card, amountMinor }): FigureRow => [
        card ? `To ${cardText(card)}` : 'To what the buyer paid with',
        amount(amountMinor),
      ],
    ),
  ]
}
