import type { OrderView } from '@foyer/contract'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { PosterInput } from '../features/posters/draw-poster.ts'
import type { Paper } from '../features/tickets/pdf/tickets-pdf.ts'
import type { PassTicket } from '../features/tickets/wallets/apple-pass.ts'
import type { Tenant } from '../tenants.ts'

/** All metrics of a worker thread, to be added to those of the thread that answers requests. */
export type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

/**
 * What requests have the worker compute, because it would hold up the loop that answers buyers. Input
 * and output are copied between threads.
 */
export interface Tasks {
  ticketsPdf: { input: { tenant: Tenant; order: OrderView; paper: Paper }; output: Uint8Array }
  applePass: { input: PassTicket; output: Uint8Array }
  poster: { input: PosterInput; output: string }
  /** Compares the rollups of a tenant with stock. */
  compareRollups: { input: number; output: null }
  metrics: { input: null; output: WorkerMetrics }
}

export type TaskName = keyof Tasks
export type RunTask = <K extends TaskName>(
  name: K,
  input: Tasks[K]['input'],
) => Promise<Tasks[K]['output']>

/** The worker thread of this process, as the thread that answers requests sees it. */
export interface SlowWork {
  /** Has the worker compute something. Rejects with {@link WorkerBusyError} where it cannot. */
  run: RunTask
  kick(tenantId: number | null): void
  /** Tells it under which address the server is reached. */
  setOrigin(origin: string): void
  state(): { isUp: boolean; restarts: number }
  /** Ends the thread at once, as a crash would; it is started again. For tests and chaos. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** The worker is not there, or has more to do than it may keep waiting; the caller may come back. */
export class WorkerBusyError extends Error {
  override name = 'WorkerBusyError'
}
