import type { UpgradeOption, UpgradeOptions } from '@foyer/contract'
import { formatAmount, formatInstantDate, formatTime, fromMajor, statusLabel } from '@foyer/domain'
import { Badge, Button, Checkbox } from '@foyer/ui'
import { ArrowRight } from '@foyer/ui/icons'
import { useApp } from '../../shared/app-context.tsx'
import { PolicyTermsText } from '../../shared/order/policy-terms.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'

interface UpgradeChoicesProps {
  options: UpgradeOptions
  /** The chosen tickets; null means all that can be upgraded. */
  ticketIds: readonly string[] | null
  onChooseTickets: (ticketIds: readonly string[]) => void
  /** The amounts are not yet those of the chosen tickets. */
  isStale: boolean
  timeZone: string
  onChoose: (option: UpgradeOption) => void
}

/** The tickets of an order, one, several or all of them chosen, and what they may become. */
export function UpgradeChoices(props: UpgradeChoicesProps) {
  const { options, ticketIds, onChooseTickets, timeZone } = props
  const { locale } = useApp().tenant
  const { currency, currentTickets, upgradeOptions, policy } = options
  const open = currentTickets.filter(({ canUpgrade }) => canUpgrade).map(({ id }) => id)
  const chosen = new Set(ticketIds ?? open)
  const hasSessions = new Set(currentTickets.map(({ session }) => session.id)).size > 1
  return (
    <div className="flex flex-col gap-6">
      <PolicyTermsText
        terms={policy}
        currency={currency}
        zone={timeZone}
        locale={locale}
        kind="upgrade"
      />
      <fieldset>
        <legend className="font-semibold">Your tickets</legend>
        <div className="mt-2 divide-y divide-edge border-y border-edge">
          {currentTickets.map((ticket) => (
            <CurrentTicket
              key={ticket.id}
              ticket={ticket}
              currency={currency}
              timeZone={hasSessions ? timeZone : null}
              isChosen={chosen.has(ticket.id)}
              onChoose={(isChosen) =>
                onChooseTickets(open.filter((id) => (id === ticket.id ? isChosen : chosen.has(id))))
              }
            />
          ))}
        </div>
      </fieldset>
      <section aria-labelledby="upgrade-options">
        <h3 id="upgrade-options" className="font-semibold">
          Upgrade options
        </h3>
        <ul className="mt-2 divide-y divide-edge border-y border-edge">
          {upgradeOptions.map((option) => (
            <Option
              key={`${option.sessionId} ${option.fromTicketTypeId} ${option.toTicketTypeId}`}
              option={option}
              chosen={chosen}
              session={
                hasSessions
                  ? currentTickets.find(({ session }) => session.id === option.sessionId)?.session
                  : undefined
              }
              {...props}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}

type CurrentTicketView = UpgradeOptions['currentTickets'][number]

interface CurrentTicketProps {
  ticket: CurrentTicketView
  currency: string
  /** Set if the order has several sessions: then the ticket's is shown. */
  timeZone: string | null
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function CurrentTicket({ ticket, currency, timeZone, isChosen, onChoose }: CurrentTicketProps) {
  const amount = useAmount(currency)
  const { locale } = useApp().tenant
  const { id, number, ticketTypeName, currentPrice, session, canUpgrade, isRedeemed } = ticket
  return (
    <Checkbox
      checked={canUpgrade && isChosen}
      disabled={!canUpgrade}
      onChange={({ target }) => onChoose(target.checked)}
      label={
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{ticketTypeName}</span>
          {!canUpgrade && <Badge>{isRedeemed ? 'Used' : 'Cannot be upgraded'}</Badge>}
        </span>
      }
      hint={[
        `Ticket ${number}`,
        shortId(id),
        timeZone && sessionText(session, timeZone, locale),
        amount(fromMajor(currentPrice, currency) ?? 0),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

interface OptionProps
  extends Pick<UpgradeChoicesProps, 'options' | 'isStale' | 'onChoose' | 'timeZone'> {
  option: UpgradeOption
  chosen: ReadonlySet<string>
  /** Set if the order has several sessions. */
  session: CurrentTicketView['session'] | undefined
}

function Option({ options, option, chosen, session, timeZone, isStale, onChoose }: OptionProps) {
  const { locale } = useApp().tenant
  const { fromTypeName, toTypeName, description, availableCapacity } = option
  const matching = ofOption(options, option).filter(({ id }) => chosen.has(id))
  const tickets = ticketsText(Math.max(1, matching.length))
  const reason = whyNot(options, option, matching.length)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 font-display text-lg leading-tight font-bold">
          {fromTypeName}
          <ArrowRight aria-label="to" className="size-4 shrink-0 text-muted" />
          {toTypeName}
        </p>
        {session && <p className="text-sm">{sessionText(session, timeZone, locale)}</p>}
        {description && <p className="max-w-prose text-sm text-muted">{description}</p>}
        <Price option={option} currency={options.currency} />
        {availableCapacity !== null && (
          <p className="text-sm text-muted">
            {availableCapacity === 0 ? statusLabel('sold_out') : `${availableCapacity} available`}
          </p>
        )}
      </div>
      <Button
        className="max-sm:w-full"
        aria-label={`Upgrade ${tickets} from ${fromTypeName} to ${toTypeName}`}
        busy={isStale && reason === undefined}
        disabledReason={reason}
        onClick={() => onChoose(option)}
      >
        {`Upgrade ${tickets}`}
      </Button>
    </li>
  )
}

/** What one ticket costs more, and what the chosen ones come to. */
function Price({ option, currency }: { option: UpgradeOption; currency: string }) {
  const amount = useAmount(currency)
  const { priceDifference, eachMinor, change, ticketIds } = option
  const one = eachMinor ?? fromMajor(priceDifference, currency) ?? 0
  const tickets = ticketsText(ticketIds.length)
  return (
    <p className="figures mt-1">
      <span className="font-semibold">{`${one < 0 ? '' : '+'}${amount(one)} a ticket`}</span>
      {change && (
        <span className="text-muted">
          {change.dueMinor > 0
            ? ` · ${amount(change.dueMinor)} for ${tickets}`
            : change.refundMinor > 0
              ? ` · ${amount(change.refundMinor)} refunded`
              : ` · no charge for ${tickets}`}
        </span>
      )}
    </p>
  )
}

const useAmount = (currency: string) => {
  const { locale } = useApp().tenant
  return (minor: number) => formatAmount(minor, currency, locale)
}

/** The tickets of an option's type and session that can be upgraded. */
const ofOption = ({ currentTickets }: UpgradeOptions, option: UpgradeOption) =>
  currentTickets.filter(
    ({ canUpgrade, ticketTypeId, session }) =>
      canUpgrade && ticketTypeId === option.fromTicketTypeId && session.id === option.sessionId,
  )

/** Why an option cannot be chosen; undefined if it can. */
function whyNot(
  options: UpgradeOptions,
  option: UpgradeOption,
  matching: number,
): string | undefined {
  const { fromTypeName, availableCapacity, canUpgrade } = option
  if (ofOption(options, option).length === 0) return `You have no ${fromTypeName} ticket to upgrade`
  if (matching === 0) return `Choose a ${fromTypeName} ticket first`
  if (canUpgrade) return undefined
  if (availableCapacity === 0) return statusLabel('sold_out')
  return availableCapacity === null
    ? 'Not possible for so many tickets at once'
    : `Only ${availableCapacity} left: choose fewer tickets`
}

/** The last characters of a ticket's id, as an order's number is of the order's. */
const shortId = (id: string): string => id.slice(-8).toUpperCase()

const sessionText = (
  { startTime }: CurrentTicketView['session'],
  timeZone: string,
  locale: string,
): string =>
  `${formatInstantDate(startTime, timeZone, locale)}, ${formatTime(startTime, timeZone, locale)}`
