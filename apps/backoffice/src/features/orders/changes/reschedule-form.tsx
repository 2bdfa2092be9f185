import type { RescheduleOptions } from '@foyer/contract'
import { changeTermsText, formatAmount, formatDay } from '@foyer/domain'
import { Button, notify } from '@foyer/ui'
import { ChoiceField, Form, SelectField, TextField } from '../../../shared/form.tsx'
import { sessionText } from '../order-texts.ts'
import { TicketChoice } from '../ticket-choice.tsx'
import { ChangeBox } from './change-box.tsx'
import { BeyondPolicy, type ChangeProps, PolicyText } from './change-dialog.tsx'
import type { Offer } from './change-queries.ts'
import { failureTitle, sessionName, sessionSummary, ticketsText } from './change-texts.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { useReschedule } from './use-reschedule.ts'

interface RescheduleFormProps extends Omit<ChangeProps, 'open'> {
  options: RescheduleOptions
  onOffered: (offer: Offer) => void
}

/** Tickets, day and time, and what that costs the buyer. */
export function RescheduleForm(props: RescheduleFormProps) {
  const { organizer, orderId, order, options: all, onOffered, onClose } = props
  const { slug, locale } = organizer
  const { timeZone } = order.view.event
  const amount = (minor: number) => formatAmount(minor, all.currency, locale)
  const onMade = (startTime: string, tickets: number, refundMinor: number) => {
    notify({
      tone: 'success',
      title: `${ticketsText(tickets)} moved to ${sessionText(startTime, timeZone, locale)}`,
      description:
        refundMinor > 0
          ? `${amount(refundMinor)} go back to the buyer, who gets a mail.`
          : 'The buyer gets a mail with the new tickets.',
    })
    onClose()
  }
  const { form, options, chosen, day, sessions, session, quote, error } = useReschedule(
    { organizer: slug, orderId, onOffered, onMade },
    all,
  )
  useFirstFocus([form.idOf('ticketIds'), form.idOf('day')])
  const change = session && chosen.length > 0 && !quote.isError ? quote.data?.change : undefined
  const isCurrent = change !== undefined && !quote.isPlaceholderData
  return (
    <Form
      form={form}
      label="Reschedule tickets"
      submit={submitText(isCurrent ? change : undefined, ticketsText(chosen.length), amount)}
      failureTitle={failureTitle(form.failure)}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <PolicyText>
        {changeTermsText('reschedule', options.policy, {
          currency: options.currency,
          timeZone,
          locale,
        })}
      </PolicyText>
      <TicketChoice
        id={form.idOf('ticketIds')}
        legend="Tickets to move"
        tickets={options.tickets.map(({ id, ticketTypeName, canMove }) => {
          const ticket = order.view.tickets.find((each) => each.id === id)
          return {
            id,
            number: ticket?.number ?? 0,
            typeName: ticketTypeName,
            isDisabled: !canMove,
            hint: canMove
              ? ticket && sessionText(ticket.session.startTime, timeZone, locale)
              : stayText(ticket?.isRedeemed),
          }
        })}
        chosen={chosen}
        onChoose={(ids) => form.setValue('ticketIds', ids, { shouldValidate: true })}
        error={form.problemOf('ticketIds')}
      />
      <SelectField form={form} name="day" label="Day">
        <option value="">Choose a day</option>
        {options.days.map(({ date }) => (
          <option key={date} value={date}>
            {formatDay(date, locale, { weekday: 'short', year: 'numeric' })}
          </option>
        ))}
      </SelectField>
      {day !== '' && sessions.length > 0 && (
        <ChoiceField
          form={form}
          name="sessionId"
          label="Time"
          choices={sessions.map((each) => ({
            value: each.id,
            name: sessionName(each, timeZone, locale),
            summary: sessionSummary(each, { currency: options.currency, locale }),
            isDisabled: each.isCurrent || !each.hasRoom,
          }))}
        />
      )}
      <ChangeBox
        change={change}
        hint="Choose a day and a time, and the amounts are shown here."
        isPending={session !== undefined && quote.isFetching}
        error={session ? quote.error : error}
        locale={locale}
      />
      <BeyondPolicy reason={change ? (quote.data?.beyondBuyers ?? null) : null} />
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

const stayText = (isRedeemed = false): string =>
  isRedeemed ? 'Used at the door already' : 'Can no longer be moved'

interface Figures {
  dueMinor: number
  refundMinor: number
}

function submitText(
  change: Figures | undefined,
  tickets: string,
  amount: (minor: number) => string,
): string {
  if (!change) return 'Move the tickets'
  const { dueMinor, refundMinor } = change
  if (dueMinor > 0) return `Mail the link to pay ${amount(dueMinor)}`
  return refundMinor > 0 ? `Move ${tickets}, refund ${amount(refundMinor)}` : `Move ${tickets}`
}
