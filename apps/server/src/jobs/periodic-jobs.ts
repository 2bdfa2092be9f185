import type { Context, Tenant } from '../context.ts'
import { makeRefunds } from '../features/payments/make-refunds.ts'
import { reconcilePayments } from '../features/payments/reconcile-payments.ts'
import {
  forgetProviderEvents,
  workProviderEvents,
} from '../features/payments/work-provider-events.ts'
import type { Retention } from '../privacy/end-personal-data.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { countMails } from './count-mails.ts'
import { countMoney } from './count-money.ts'
import type { HoldRetention } from './end-holds.ts'
import { forgetContacts } from './forget-contacts.ts'
import type { Job } from './jobs.ts'
import { refreshListings } from './refresh-listings.ts'
import { sweepHolds } from './sweep-holds.ts'

/** What every process does again and again, whoever else does it too; see `createJobs`. */
export function periodicJobs(
  context: Context,
  retention: Retention,
  holdRetention: HoldRetention,
): Job[] {
  const forEachTenant = async (run: (tenant: Tenant) => Promise<number>) => {
    let done = 0
    for (const tenant of context.tenants.all()) done += await run(tenant)
    return done
  }
  return [
    {
      name: 'sweep-holds',
      // What lapsed is bought again at once; this is how soon it is shown.
      everySeconds: 1,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => sweepHolds(context, tenant)),
    },
    {
      name: 'forget-contacts',
      everySeconds: 3600,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => forgetContacts(context, tenant)),
    },
    {
      name: 'end-personal-data',
      // Each turn goes on where the last one ended; a table that was gone through rests for a day.
      everySeconds: 600,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => retention.run(tenant.id)),
    },
    {
      name: 'end-holds',
      // Like the one above; it goes on at once for as long as it finds something to delete.
      everySeconds: 60,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => holdRetention.run(tenant.id)),
    },
    {
      name: 'refresh-listings',
      everySeconds: 5,
      ignoresKicks: true,
      run: () => forEachTenant((tenant) => refreshListings(context, tenant)),
    },
    {
      name: 'compare-rollups',
      everySeconds: 30,
      ignoresKicks: true,
      run: () =>
        forEachTenant(async (tenant) => {
          await context.rollups.compare(tenant.id)
          return 0
        }),
    },
    {
      name: 'reconcile-payments',
      everySeconds: 10,
      run: () => forEachTenant((tenant) => reconcilePayments(context, tenant)),
    },
    {
      name: 'work-provider-events',
      everySeconds: 5,
      run: () => workProviderEvents(context),
    },
    {
      name: 'make-refunds',
      everySeconds: 5,
      run: () => forEachTenant((tenant) => makeRefunds(context, tenant)),
    },
    {
      name: 'reconcile',
      everySeconds: 300,
      ignoresKicks: true,
      run: async () => {
        const { problems, ...done } = await reconcile(context)
        if (problems.length > 0) context.log.error({ problems }, 'money that people must look at')
        if (done.settled + done.posted > 0)
          context.log.warn(done, 'the reconciler healed something')
        await forgetProviderEvents(context)
        return 0
      },
    },
    {
      name: 'count-money',
      everySeconds: 15,
      ignoresKicks: true,
      run: () => countMoney(context),
    },
    {
      name: 'count-mails',
      everySeconds: 15,
      ignoresKicks: true,
      run: () => countMails(context),
    },
    {
      name: 'reload-tenants',
      everySeconds: 10,
      ignoresKicks: true,
      run: async () => {
        await context.tenants.reload()
        return 0
      },
    },
  ]
}
