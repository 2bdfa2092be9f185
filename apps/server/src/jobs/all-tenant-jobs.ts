import type { StockWatch } from '../audit/audit-job.ts'
import type { Context, Tenant } from '../context.ts'
import { workBulkChanges } from '../features/catalog/dates/work-bulk-changes.ts'
import { settleDisruptions } from '../features/disruptions/settle-disruptions.ts'
import type { Outbox } from '../features/mails/outbox.ts'
import { countSales } from '../features/operator/count-sales.ts'
import { loadOrderView } from '../features/orders/load-order.ts'
import { reconcilePayments } from '../features/payments/reconcile/reconcile-payments.ts'
import { makeRefunds } from '../features/payments/refunds/make-refunds.ts'
import { checkProofs } from '../features/tenants/settings/domain-proofs.ts'
import { updateWallets } from '../features/tickets/wallets/update-wallets.ts'
import { endPersonalData, type KeptYears } from '../privacy/end-personal-data.ts'
import { reconcileTurn } from '../reconcile/reconcile.ts'
import { endHolds } from './end-holds.ts'
import { forgetContacts } from './forget-contacts.ts'
import { refreshListings } from './refresh-listings.ts'
import { sweepHolds } from './sweep-holds.ts'
import type { TenantJob } from './tenant-jobs.ts'
import type { SoonTurn, TurnJob } from './turns.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Jobs that run for a tenant when one of its rows is due; `findDueWork` returns these names. */
export const jobsOfRows = (context: Context, outbox: Outbox): TenantJob[] => [
  // Expired stock can be bought at once; this is how soon pages show it.
  job('sweep-holds', 4, false, (tenant) => sweepHolds(context, tenant)),
  // One tenant at a time, because the job counts the free connections to the mail server.
  job('send-mails', 1, true, (tenant) => outbox.run(tenant)),
  job('reconcile-payments', 2, true, (tenant) => reconcilePayments(context, tenant)),
  job('make-refunds', 2, true, (tenant) => makeRefunds(context, tenant)),
  job('settle-disruptions', 1, true, (tenant) => settleDisruptions(context, tenant)),
  job('change-sessions', 1, true, (tenant) => workBulkChanges(context, tenant)),
  // Found by the look alone: a kick comes with every purchase, and purchases change no pass.
  job('update-wallets', 2, false, (tenant) => updateWallets(context, tenant, loadOrderView)),
  job('refresh-listings', 1, false, (tenant) => refreshListings(context, tenant)),
]

const job = (
  name: string,
  atOnce: number,
  isKicked: boolean,
  run: TenantJob['run'],
): TenantJob => ({ name, atOnce, isKicked, run })

/** Turns that are brought forward for a tenant that sold or was paid. */
export const SOON_TURNS: readonly SoonTurn[] = [
  { name: 'audit', soonSeconds: 60 },
  { name: 'reconcile-records', soonSeconds: 60 },
  { name: 'count-sales', soonSeconds: 45 },
]

const AT_ONCE: KeptYears = { paid: 0, free: 0 }

/** How long an organizer stores data of orders: its own years, or those of the installation. */
const yearsOf = (
  { testOf, keepPaidYears, keepFreeYears }: Tenant,
  { paid, free }: KeptYears,
): KeptYears =>
  testOf === null ? { paid: keepPaidYears ?? paid, free: keepFreeYears ?? free } : AT_ONCE

/** What a test shop has is nobody's loss, and is not to be found among what is. */
const sellingOnly =
  (run: TurnJob['run']): TurnJob['run'] =>
  async (tenant, position) =>
    tenant.testOf === null ? run(tenant, position) : { position, restSeconds: DAY }

/** Jobs that run for a tenant from time to time, one slice of its history per turn. */
export function turnJobs(context: Context, watch: StockWatch, years: KeptYears): TurnJob[] {
  const { db } = context
  const now = () => context.clock().getTime()
  return [
    {
      name: 'end-personal-data',
      restSeconds: DAY,
      // Who tried a shop out is forgotten after the visit.
      run: (tenant, position) =>
        endPersonalData({ db, years: yearsOf(tenant, years), now }, tenant.id, position),
    },
    {
      name: 'end-holds',
      restSeconds: 6 * HOUR,
      run: ({ id }, position) => endHolds(db, now, id, position),
    },
    {
      name: 'forget-contacts',
      restSeconds: 6 * HOUR,
      run: async (tenant, position) => {
        await forgetContacts(context, tenant)
        return { position, restSeconds: 6 * HOUR }
      },
    },
    {
      name: 'audit',
      restSeconds: DAY,
      run: sellingOnly((tenant, position) => watch.turn(context, tenant, position)),
    },
    {
      name: 'count-sales',
      restSeconds: 6 * HOUR,
      run: async (tenant, position) => ({
        position,
        restSeconds: await countSales({ db, now }, tenant),
      }),
    },
    {
      name: 'check-domains',
      restSeconds: DAY,
      run: async (tenant, position) => {
        await checkProofs(context, tenant)
        return { position, restSeconds: DAY }
      },
    },
    {
      name: 'reconcile-records',
      restSeconds: DAY,
      run: sellingOnly((tenant, position) => reconcileTurn(context, tenant, position)),
    },
  ]
}
