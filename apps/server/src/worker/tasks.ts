import type { Context } from '../context.ts'
import type { RunTask, TaskName, Tasks } from './slow-work.ts'

type Runs = { [K in TaskName]: (input: Tasks[K]['input']) => Promise<Tasks[K]['output']> }

/**
 * Runs tasks in this thread. What a task needs is loaded with the first of its kind: the libraries of fonts,
 * files and pictures take more memory than the rest of the program, and the thread that answers requests
 * never runs a task (docs/performance.md#memory).
 */
export function createTasks(context: Pick<Context, 'wallets' | 'metrics' | 'rollups'>): RunTask {
  const runs: Runs = {
    async ticketsPdf({ tenant, order, paper, ticketId }) {
      const { ticketsPdf } = await import('../features/tickets/pdf/tickets-pdf.ts')
      return ticketsPdf(tenant, order, paper, ticketId)
    },
    async receiptPdf({ tenant, order }) {
      const { receiptPdf } = await import('../features/tickets/pdf/receipt-pdf.ts')
      return receiptPdf(tenant, order)
    },
    async waiverPdf(waiver) {
      const { waiverPdf } = await import('../features/tickets/pdf/waiver-pdf.ts')
      return waiverPdf(waiver)
    },
    async applePass(ticket) {
      const { apple } = context.wallets
      if (!apple) throw new Error('There is no Apple Wallet here')
      const { applePass } = await import('../features/tickets/wallets/apple-pass.ts')
      return applePass(apple, ticket)
    },
    async poster(subject) {
      const { drawPoster } = await import('../features/posters/draw-poster.ts')
      return drawPoster(subject)
    },
    async preview(subject) {
      const { renderPreview } = await import('../features/posters/render-preview.ts')
      return renderPreview(subject)
    },
    compareRollups: async (tenantId) => {
      await context.rollups.compare(tenantId)
      return null
    },
    async expandSchedule({ schedule, timeZone }) {
      const { expandSchedule } = await import('../features/catalog/dates/recurrence.ts')
      return expandSchedule(schedule, timeZone)
    },
    metrics: () => context.metrics.snapshot(),
  }
  return async (name, input) => runs[name](input)
}
