import { watchStock } from '../audit/audit-job.ts'
import type { Context } from '../context.ts'
import { createOutbox, type Outbox } from '../features/mails/outbox.ts'
import { loadOrderView } from '../features/orders/load-order.ts'
import { filesOfMail } from '../features/tickets/ticket-files.ts'
import type { KeptYears } from '../privacy/end-personal-data.ts'
import { jobsOfRows, turnJobs } from './all-tenant-jobs.ts'
import { findDueWork } from './due-work.ts'
import { createJobs, type Job } from './jobs.ts'
import { periodicJobs } from './periodic-jobs.ts'
import { createTenantJobs } from './tenant-jobs.ts'
import { jobsOfTurns } from './turns.ts'

/** All jobs of a thread or process. */
export interface Work {
  start(): void
  /** Looks at once for what was just written for a tenant; null for a webhook, which names none. */
  kick(tenantId: number | null): void
  /** Ends the work under way, mails included; nothing starts after the call. */
  stop(): Promise<void>
}

/** The outbox with the files of its mails: mails, orders and tickets meet here. */
export const outboxOf = (context: Context): Outbox =>
  createOutbox(context, (tenant, mail) => filesOfMail(context, tenant, mail, loadOrderView))

/**
 * Puts the jobs together. They run once `start` is called. `extraJobs` are further periodic jobs.
 */
export function createWork(
  context: Context,
  keptYears: KeptYears,
  extraJobs: readonly Job[] = [],
): Work {
  const { db, log, metrics, tenants } = context
  const outbox = outboxOf(context)
  const turns = turnJobs(context, watchStock(), keptYears)
  const tenantJobs = createTenantJobs({
    jobs: [
      ...jobsOfRows(context, outbox),
      ...jobsOfTurns(
        db,
        turns,
        (details) => log.error(details, 'job failed, it runs again soon'),
        (details) => log.info(details, 'a pass over history has ended'),
      ),
    ],
    look: () => findDueWork(db),
    tenants,
    log,
    onSuccess: metrics.jobSucceeded,
  })
  const jobs = createJobs(
    [...periodicJobs(context, turns), ...extraJobs],
    log,
    metrics.jobSucceeded,
  )
  return {
    start() {
      jobs.start()
      tenantJobs.start()
    },
    kick(tenantId) {
      if (tenantId === null) jobs.kick()
      else tenantJobs.kick(tenantId)
    },
    async stop() {
      await Promise.all([jobs.stop(), tenantJobs.stop()])
      await outbox.idle()
    },
  }
}
