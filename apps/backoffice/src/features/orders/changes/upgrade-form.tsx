import type { UpgradeOption, UpgradeOptions } from '@foyer/contract'
import { changeTermsText, formatAmount, minorOf } from '@foyer/domain'
import { Button, notify } from '@foyer/ui'
import { ChoiceField, Form, TextField } from '../../../shared/form.tsx'
import { sessionText } from '../order-texts.ts'
import { TicketChoice } from '../ticket-choice.tsx'
import { ChangeBox } from './change-box.tsx'
import { BeyondPolicy, type ChangeProps, PolicyText } from './change-dialog.tsx'
import type { Offer } from './change-queries.ts'
import { failureTitle, ticketsText, upgradeSummary } from './change-texts.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { keyOfOption, useUpgrade } from './use-upgrade.ts'

interface UpgradeFormProps extends Omit<ChangeProps, 'open'> {
  options: UpgradeOptions
  onOffered: (offer: Offer) => void
}

/** Tickets and the type that they become, and what that costs the buyer. */
export function UpgradeForm(props: UpgradeFormProps) {
  const { organizer, orderId, order, options: all, onOffered, onClose } = props
  const { slug, locale } = organizer
  const { timeZone } = order.view.event
  const amount = (minor: number) => formatAmount(minor, all.currency, locale)
  const whenOf = (startTime: string) => sessionText(startTime, timeZone, locale)
  const onMade = ({ ticketIds, toTypeName }: UpgradeOption) => {
    notify({
      tone: 'success',
      title: `${ticketsText(ticketIds.length)} upgraded to ${toTypeName}`,
      description: 'The buyer gets a mail with the new tickets.',
    })
    onClose()
  }
  const { form, options, offered, chosen, option, read } = useUpgrade(
    { organizer: slug, orderId, onOffered, onMade },
    all,
  )
  useFirstFocus([form.idOf('ticketIds')])
  const change = option?.change ?? undefined
  const isCurrent = change !== undefined && !read.isPlaceholderData
  const isMixed =
    new Set(offered.map((each) => `${each.sessionId} ${each.fromTicketTypeId}`)).size > 1
  const nameOf = (each: UpgradeOption) => {
    if (!isMixed) return each.toTypeName
    const { session } = options.currentTickets.find(({ id }) => each.ticketIds.includes(id)) ?? {}
    return [`${each.fromTypeName} → ${each.toTypeName}`, session && whenOf(session.startTime)]
      .filter(Boolean)
      .join(', ')
  }
  return (
    <Form
      form={form}
      label="Upgrade tickets"
      submit={
        isCurrent && change
          ? submitText(change.dueMinor, ticketsText(option?.ticketIds.length ?? 0), amount)
          : 'Upgrade the tickets'
      }
      failureTitle={failureTitle(form.failure)}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <PolicyText>
        {changeTermsText('upgrade', options.policy, {
          currency: options.currency,
          timeZone,
          locale,
        })}
      </PolicyText>
      <TicketChoice
        id={form.idOf('ticketIds')}
        legend="Tickets to upgrade"
        tickets={options.currentTickets.map((ticket) => ({
          id: ticket.id,
          number: ticket.number,
          typeName: ticket.ticketTypeName,
          aside: amount(minorOf(ticket.currentPrice, options.currency)),
          isDisabled: !ticket.canUpgrade,
          hint: ticket.canUpgrade
            ? whenOf(ticket.session.startTime)
            : ticket.isRedeemed
              ? 'Used at the door already'
              : 'Can no longer be upgraded',
        }))}
        chosen={chosen}
        onChoose={(ids) => form.setValue('ticketIds', ids, { shouldValidate: true })}
        error={form.problemOf('ticketIds')}
      />
      {offered.length > 0 && (
        <ChoiceField
          form={form}
          name="option"
          label="Becomes"
          choices={offered.map((each) => ({
            value: keyOfOption(each),
            name: nameOf(each),
            summary: upgradeSummary(each, { currency: options.currency, locale }),
            isDisabled: !each.canUpgrade || each.change === null,
          }))}
        />
      )}
      <ChangeBox
        change={change}
        hint="Choose tickets and a type, and the amounts are shown here."
        isPending={read.isFetching}
        error={chosen.length > 0 ? read.error : null}
        locale={locale}
      />
      <BeyondPolicy reason={change ? (option?.beyondBuyers ?? null) : null} />
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

const submitText = (dueMinor: number, tickets: string, amount: (minor: number) => string) =>
  dueMinor > 0 ? `Mail the link to pay ${amount(dueMinor)}` : `Upgrade ${tickets}`
