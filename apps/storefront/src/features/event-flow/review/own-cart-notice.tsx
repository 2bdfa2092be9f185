import { formatTime } from '@foyer/domain'
import { buttonStyle, Notice } from '@foyer/ui'
import { checkoutOf } from '../../../data/stored/flow-search.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'
import type { OwnCart } from './use-own-cart.ts'

interface OwnCartNoticeProps {
  own: OwnCart
  /** The order's total now, null until it is known. */
  totalMinor: number | null
}

/** When a hold ends, by the clock of the buyer. */
export const holdEnd = ({ expiresAt }: { expiresAt: string }, locale: string): string =>
  formatTime(expiresAt, Intl.DateTimeFormat().resolvedOptions().timeZone, locale)

/** Says to a buyer who returns from the checkout whether this browser's cart is held, bought or expired. */
export function OwnCartNotice({ own, totalMinor }: OwnCartNoticeProps) {
  const { linkTo, search } = useEventFlow()
  const { locale } = useApp().tenant
  const money = useMoney()
  if (own.kind === 'none') return null
  if (own.kind === 'bought') {
    return (
      <Notice
        tone="success"
        announce="status"
        className="mb-6"
        title="You have bought these tickets"
        actions={
          <Link {...linkTo('review', { ...search, cartId: undefined })} className={buttonStyle()}>
            Buy the same again
          </Link>
        }
      >
        Nothing more is charged here.{' '}
        <Link {...paths.orderConfirmation(own.orderId)} className="link">
          See your order
        </Link>
      </Notice>
    )
  }
  const { cart } = own
  if (own.kind === 'expired') {
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
  return (
    <Notice
      className="mb-6"
      title={`We’re holding ${yourTickets(cart.quote.ticketCount)} until ${holdEnd(own, locale)}`}
      actions={
        own.isChanged && (
          <Link {...checkoutOf(cart)} className={buttonStyle()}>
            Back to checkout
          </Link>
        )
      }
    >
      {own.isChanged
        ? 'You changed your order since: reserve it again, or go on with what is held.'
        : 'Go on where you were, or change your order below.'}
    </Notice>
  )
}
