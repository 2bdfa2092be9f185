import type { Context } from '../context.ts'
import { expandSchedule } from '../features/catalog/dates/recurrence.ts'
import { drawPoster } from '../features/posters/draw-poster.ts'
import { renderPreview } from '../features/posters/render-preview.ts'
import { receiptPdf } from '../features/tickets/pdf/receipt-pdf.ts'
import { ticketsPdf } from '../features/tickets/pdf/tickets-pdf.ts'
import { waiverPdf } from '../features/tickets/pdf/waiver-pdf.ts'
import { applePass } from '../features/tickets/wallets/apple-pass.ts'
import type { RunTask, TaskName, Tasks } from './slow-work.ts'

type Runs = { [K in TaskName]: (input: Tasks[K]['input']) => Promise<Tasks[K]['output']> }

/** Runs tasks in this thread. */
export function createTasks(context: Pick<Context, 'wallets' | 'metrics' | 'rollups'>): RunTask {
  const runs: Runs = {
    ticketsPdf: async ({ tenant, order, paper, ticketId }) =>
      ticketsPdf(tenant, order, paper, ticketId),
    receiptPdf: async ({ tenant, order }) => receiptPdf(tenant, order),
    waiverPdf: async (waiver) => waiverPdf(waiver),
    applePass: async (ticket) => {
      const { apple } = context.wallets
      if (!apple) throw new Error('There is no Apple Wallet here')
      return applePass(apple, ticket)
    },
    poster: async (subject) => drawPoster(subject),
    preview: renderPreview,
    compareRollups: async (tenantId) => {
      await context.rollups.compare(tenantId)
      return null
    },
    expandSchedule: async ({ schedule, timeZone }) => expandSchedule(schedule, timeZone),
    metrics: () => context.metrics.snapshot(),
  }
  return async (name, input) => runs[name](input)
}
