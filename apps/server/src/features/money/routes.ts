import { granted, money } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import type { Context } from '../../context.ts'
import { refreshAccount } from '../../engine/accounts/refresh-account.ts'
import { serve } from '../../http/endpoint.ts'
import { connectAccount, disconnectAccount, NOT_CONNECTED, UNREACHED } from './connect-account.ts'
import { readCurrentAccount, readMoney } from './read-money.ts'

const PAYOUTS = 30

/** Where the money of an organizer goes. */
export function moneyRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, money.getMoney, {
    handle: async ({ tenant }) => granted(await readMoney(context, tenant)),
  })

  serve(app, context, money.getMoneyFlow, {
    async handle({ tenant, request }) {
      const account = await readCurrentAccount(context, tenant)
      if (!account) return NOT_CONNECTED
      const { accounts } = context.payments
      try {
        const [balance, payouts] = await Promise.all([
          accounts.balance(account.account_id),
          accounts.payouts(account.account_id, PAYOUTS),
        ])
        const currencies = new Set(
          [...balance.available, ...balance.pending].map(({ currency }) => currency),
        )
        const inCurrency = (amounts: typeof balance.available, code: string) =>
          amounts.find(({ currency }) => currency === code)?.amountMinor ?? 0
        return granted({
          balances: [...currencies].map((currency) => ({
            currency,
            availableMinor: inCurrency(balance.available, currency),
            pendingMinor: inCurrency(balance.pending, currency),
          })),
          payouts: payouts.map(({ madeAt, arrivesAt, ...payout }) => ({
            ...payout,
            madeAt: madeAt.toISOString(),
            arrivesAt: arrivesAt.toISOString(),
          })),
        })
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        request.log.warn({ err: error }, 'the balance of an account was not read')
        return UNREACHED
      }
    },
  })

  serve(app, context, money.connectAccount, { handle: connectAccount })

  serve(app, context, money.refreshAccount, {
    async handle({ tenant, request }) {
      const account = await readCurrentAccount(context, tenant)
      if (!account) return NOT_CONNECTED
      try {
        await refreshAccount(context, tenant.id, account.account_id)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        request.log.warn({ err: error }, 'an account was not read')
        return UNREACHED
      }
      // What the person reads next, such as the checklist, already counts what the account can do now.
      await context.tenants.reload()
      return granted(await readMoney(context, tenant))
    },
  })

  serve(app, context, money.disconnectAccount, { handle: disconnectAccount })
}
