import { type OrderView, offeredChanges, orderChanges } from '@foyer/contract'
import { fullName, toMajor } from '@foyer/domain'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from '../../../routing/hooks.ts'
import { type AppContext, useApp } from '../../../shared/app-context.tsx'
import { stripeOfShop } from '../../../shared/payment/load-stripe.ts'
import { createBackoff } from '../../../shared/payment/polling-backoff.ts'
import { createChangeMachine } from './change-machine.ts'
import type { ChangeEffects, ChangeMachine, ChangeState } from './change-states.ts'
import {
  checkoutOf,
  type RequestedChange,
  readPendingChange,
  removePendingChange,
  savePendingChange,
} from './pending-change.ts'

export interface Change {
  state: ChangeState
  machine: ChangeMachine
}

/**
 * The change of one order on this page: its state, and what may be done with it. Goes on by itself with
 * a change that this browser began to pay before a reload or a bank's redirect. `order` is whom the card
 * is billed to; null until it is loaded. `onDone` is called once, after the change was made. A bank's
 * redirect leads back to this page, or to `returnTo`, which has to use this hook as well.
 */
export function useChange(
  orderId: string,
  order: OrderView | null,
  onDone: (made: RequestedChange, reference: string | null) => void,
  returnTo?: string,
): Change {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { path, search } = useLocation()
  const [left] = useState(() => readPendingChange(orderId))
  const payer = useRef(order)
  useEffect(() => {
    payer.current = order
  })
  const [machine] = useState(() =>
    createChangeMachine(
      browserEffects({ app, queryClient, orderId, returnTo, payer: () => payer.current }),
    ),
  )
  const state = useSyncExternalStore(machine.subscribe, machine.getState, machine.getState)
  useEffect(() => machine.open(), [machine])

  const forgetReturn = useEffectEvent(() => {
    // The provider's parameters must not stay in the history, nor be read again by a reload.
    const isReturn = 'payment_intent_client_secret' in search
    if (!isReturn) return
    const { to } = left ? checkoutOf(orderId, left) : { to: path }
    void navigate({ to, replace: true, resetScroll: false })
  })
  useEffect(() => forgetReturn(), [])

  const report = useEffectEvent(onDone)
  useEffect(() => {
    if (state.step === 'done') report(state.made, state.reference)
  }, [state])
  return { state, machine }
}

interface BrowserContext {
  app: AppContext
  queryClient: QueryClient
  orderId: string
  returnTo: string | undefined
  payer: () => OrderView | null
}

/** The effects of a real page. Touches nothing of the browser before an effect is used. */
function browserEffects({
  app,
  queryClient,
  orderId,
  returnTo,
  payer,
}: BrowserContext): ChangeEffects {
  const params = { orderId }
  return {
    hold: async ({ email, token, change, dueMinor, currency }) => {
      const stated = { amount: toMajor(dueMinor, currency), currency }
      const { paymentIntentId: id, ...intent } = token
        ? await app.call(offeredChanges.payOfferedChange, { params, body: { token, ...stated } })
        : await app.call(orderChanges.payChange, {
            params,
            body: { customerEmail: email, change, ...stated },
          })
      const { clientSecret, accountId, expiresAt } = intent
      return { id, clientSecret, accountId, expiresAt }
    },
    submit: async ({ email: customerEmail, token, change }, paymentIntentId) => {
      if (token) {
        const body = { token, paymentIntentId: paymentIntentId ?? '' }
        await app.call(offeredChanges.finishOfferedChange, { params, body })
        return
      }
      if (change.type === 'reschedule') {
        const { newSessionId, ticketIds, reason } = change
        const body = { newSessionId, ticketIds, reason, customerEmail, paymentIntentId }
        await app.call(orderChanges.rescheduleOrder, { params, body })
        return
      }
      const { newTicketTypeId, ticketIds } = change
      const [ticketId = ''] = ticketIds
      const body = { ticketId, ticketIds, newTicketTypeId, customerEmail, paymentIntentId }
      await app.call(orderChanges.upgradeOrder, { params, body })
    },
    stripe: (accountId) => stripeOfShop({ app, queryClient }, accountId),
    confirm: (provider, elements, { clientSecret }) =>
      provider.confirmPayment({
        elements,
        clientSecret,
        confirmParams: {
          // Without its query, which may contain the address of the buyer.
          return_url:
            location.origin + (returnTo === undefined ? location.pathname : app.base + returnTo),
          payment_method_data: { billing_details: billingDetailsOf(payer()) },
        },
        redirect: 'if_required',
      }),
    pending: {
      read: () => readPendingChange(orderId),
      save: (pending) => savePendingChange(orderId, pending),
      remove: () => removePendingChange(orderId),
    },
    onRestored: (listener) => {
      const onShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) listener()
      }
      window.addEventListener('pageshow', onShow)
      return () => window.removeEventListener('pageshow', onShow)
    },
    reopen: (pending) => location.replace(app.base + checkoutOf(orderId, pending).to),
    backoff: createBackoff(),
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: ['order', orderId] })
      void queryClient.invalidateQueries({ queryKey: ['own-orders'] })
    },
  }
}

/** Whom the card is billed to: the buyer of the order. The card form asks for none of it. */
function billingDetailsOf(order: OrderView | null) {
  const buyer = order?.order
  const address = buyer?.billingAddress
  return {
    name: buyer ? fullName(buyer) : '',
    email: buyer?.email ?? '',
    phone: buyer?.phone ?? '',
    address: {
      line1: address?.address ?? '',
      line2: '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postal_code: address?.zipCode ?? '',
      country: address?.country ?? 'US',
    },
  }
}
