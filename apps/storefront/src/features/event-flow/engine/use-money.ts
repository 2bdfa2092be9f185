import {
  formatAmount,
  formatOffer,
  formatPrice,
  type UnitPrice,
  unitPricesText,
} from '@foyer/domain'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from './event-flow-context.tsx'

/** Amounts as text, in the event's currency and the tenant's locale; arguments are minor units. */
export function useMoney() {
  const { locale } = useApp().tenant
  const { currency } = useEventFlow().event
  return {
    /** Free, $30, $34.98: what can be chosen. */
    offer: (amountMinor: number) => formatOffer(amountMinor, currency, locale),
    /** $0, $30, $34.98: sums and differences in a line of text. */
    price: (amountMinor: number) => formatPrice(amountMinor, currency, locale),
    /** $30.00: in columns. */
    amount: (amountMinor: number) => formatAmount(amountMinor, currency, locale),
    /** '$84.38 + $84.37': prices of single tickets that add up to their line. */
    units: (prices: readonly UnitPrice[]) => unitPricesText(prices, currency, locale),
  }
}
