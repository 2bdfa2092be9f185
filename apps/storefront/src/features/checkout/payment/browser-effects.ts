import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../../routing/paths.ts'
import type { Router } from '../../../routing/router.ts'
import type { AppContext } from '../../../shared/app-context.tsx'
import { stripeOfShop } from '../../../shared/payment/load-stripe.ts'
import { createBackoff } from '../../../shared/payment/polling-backoff.ts'
import { fetchPayActions } from '../lazy-parts.tsx'
import type { PaymentEffects } from './payment-effects.ts'
import {
  onPaymentInOtherTab,
  pendingFromReturn,
  RETURN_ACCOUNT,
  readPendingPayment,
  removePendingPayment,
  savePendingPayment,
} from './pending-payment.ts'
import { tabLockReleased, withTabLock } from './tab-lock.ts'

interface BrowserContext {
  cartId: string
  app: AppContext
  queryClient: QueryClient
  router: Router
  cart: PaymentEffects['cart']
}

/** The effects of a real page. Touches nothing of the browser before an effect is used. */
export function browserEffects(context: BrowserContext): PaymentEffects {
  const { cartId, app, queryClient, router, cart } = context
  return {
    call: app.call,
    stripe: (accountId) => stripeOfShop(context, accountId),
    payActions: fetchPayActions,
    locale: app.tenant.locale,
    cart,
    pending: {
      read: () => readPendingPayment(cartId),
      save: savePendingPayment,
      remove: () => removePendingPayment(cartId),
    },
    tabs: {
      withLock: (work) => withTabLock(cartId, work),
      released: (signal) => tabLockReleased(cartId, signal),
      onOtherTabPays: (listener) => onPaymentInOtherTab(cartId, listener),
    },
    backoff: createBackoff(),
    page: {
      returnUrl: (accountId) =>
        location.origin + location.pathname + (accountId ? `?${RETURN_ACCOUNT}=${accountId}` : ''),
      takeReturn: () => {
        const pending = pendingFromReturn(location.search, cartId)
        // The provider's parameters must not stay in the history, nor be read again by a reload.
        if (pending) void router.navigate({ ...paths.checkout(cartId), replace: true })
        return pending
      },
      reload: () => location.reload(),
      onRestored: (listener) => {
        const onShow = ({ persisted }: PageTransitionEvent) => {
          if (persisted) listener()
        }
        window.addEventListener('pageshow', onShow)
        return () => window.removeEventListener('pageshow', onShow)
      },
      // The order has no id yet. Only the code of its page is loaded, so any id will do.
      preloadOrderPage: () => void router.preload(paths.orderConfirmation(cartId)),
    },
    storeOrder: async (orderId, purchase) => {
      const { storeOrder } = await fetchPayActions()
      await storeOrder(app.call, orderId, purchase)
      // The purchase changed availability and prices in the catalogue.
      for (const key of ['calendar', 'daily-prices', 'add-ons']) {
        void queryClient.invalidateQueries({ queryKey: [key, purchase.cart.eventId] })
      }
    },
  }
}
