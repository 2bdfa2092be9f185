import { formatTime } from '@foyer/domain'
import { buttonStyle, Notice } from '@foyer/ui'
import { useState } from 'react'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'

/**
 * For a buyer who returns from the checkout: what this browser still holds, or that the hold has
 * expired and how the price changed. `totalMinor` is the order's total now, null until it is known.
 */
export function OwnHoldNotice({ totalMinor }: { totalMinor: number | null }) {
  const { ownHold } = useEventFlow()
  const { locale } = useApp().tenant
  const money = useMoney()
  const [now] = useState(Date.now)
  if (!ownHold) return null
  const { cart, cartId, expiresAt } = ownHold
  if (Date.parse(expiresAt) > now) {
    const until = formatTime(expiresAt, Intl.DateTimeFormat().resolvedOptions().timeZone, locale)
    return (
      <Notice
        className="mb-6"
        title={`We're holding your ${ticketsText(cart.quote.ticketCount)} until ${until}`}
        actions={
          <Link {...paths.checkout(cartId)} className={buttonStyle()}>
            Back to checkout
          </Link>
        }
      >
        Go on where you were, or change your order and reserve it again.
      </Notice>
    )
  }
  const before = cart.quote.totalMinor
  const isSame = totalMinor === null || totalMinor === before
  return (
    <Notice tone="warning" announce="status" className="mb-6" title="Your hold has ended">
      Your selection is kept: reserve it again with one tap.{' '}
      {isSame
        ? 'The price is the same.'
        : `The total changed from ${money.amount(before)} to ${money.amount(totalMinor)}.`}
    </Notice>
  )
}
