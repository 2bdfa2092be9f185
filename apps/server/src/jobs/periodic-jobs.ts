import { HOME } from '../cells/cells.ts'
import type { Context } from '../context.ts'
import { refreshStaleAccounts } from '../engine/accounts/refresh-account.ts'
import { compareWithProvider } from '../features/payments/reconcile/compare-provider.ts'
import {
  forgetProviderEvents,
  workProviderEvents,
} from '../features/payments/webhooks/work-provider-events.ts'
import { sendStaffMails, tidyStaff } from '../features/staff/outbox.ts'
import { ROLL_UP_SECONDS, rollUpStatus } from '../features/status/roll-up-status.ts'
import { findTenantsWithProblems } from '../reconcile/reconcile.ts'
import { countMails } from './count-mails.ts'
import { countMoney } from './count-money.ts'
import { countPasses } from './count-passes.ts'
import type { Job } from './jobs.ts'
import { addMissingTurns, type TurnJob } from './turns.ts'

/** Jobs about people who work for organizers, whom the home cell has. */
const jobsOfPeople = (context: Context): Job[] => [
  {
    name: 'send-staff-mails',
    everySeconds: 5,
    run: () => sendStaffMails(context),
  },
  {
    name: 'tidy-staff',
    everySeconds: 3600,
    ignoresKicks: true,
    run: () => tidyStaff(context),
  },
]

/** Jobs that look at all tenants at once; see `createJobs`. */
export function periodicJobs(context: Context, turns: readonly TurnJob[]): Job[] {
  let seenTenants: readonly unknown[] | null = null
  return [
    {
      name: 'work-provider-events',
      everySeconds: 5,
      run: () => workProviderEvents(context),
    },
    ...(context.cell === HOME ? jobsOfPeople(context) : []),
    {
      name: 'reconcile',
      everySeconds: 300,
      ignoresKicks: true,
      run: async () => {
        const done = await compareWithProvider(context)
        if (done.settled > 0) context.log.warn(done, 'the reconciler healed something')
        for (const id of await findTenantsWithProblems(context.db)) context.turnHints.changed(id)
        if (context.paymentMode === 'connect') await refreshStaleAccounts(context)
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
      name: 'count-passes',
      everySeconds: 60,
      ignoresKicks: true,
      run: () => countPasses(context, turns),
    },
    {
      name: 'roll-up-status',
      everySeconds: ROLL_UP_SECONDS,
      ignoresKicks: true,
      run: () => rollUpStatus(context),
    },
    {
      name: 'add-turns',
      everySeconds: 10,
      ignoresKicks: true,
      run: async () => {
        const tenants = context.tenants.all()
        if (tenants !== seenTenants) await addMissingTurns(context.db, turns)
        seenTenants = tenants
        return 0
      },
    },
  ]
}
