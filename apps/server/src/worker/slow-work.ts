import type { OrderView, Result, Schedule } from '@foyer/contract'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { ExpandedSchedule } from '../features/catalog/dates/recurrence.ts'
import type { PosterInput } from '../features/posters/draw-poster.ts'
import type { Paper } from '../features/tickets/pdf/tickets-pdf.ts'
import type { WaiverDocument } from '../features/tickets/pdf/waiver-pdf.ts'
import type { PassTicket } from '../features/tickets/wallets/apple-pass.ts'
import type { Tenant } from '../tenant-registry.ts'

/** All metrics of a worker thread. They are added to those of the thread that answers requests. */
export type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

/**
 * Tasks that the worker computes for requests, because they would hold up the event loop that
 * answers buyers. Input and output are copied between threads.
 */
export interface Tasks {
  ticketsPdf: {
    /** With `ticketId` only this ticket. */
    input: { tenant: Tenant; order: OrderView; paper: Paper; ticketId?: string | undefined }
    output: Uint8Array
  }
  receiptPdf: { input: { tenant: Tenant; order: OrderView }; output: Uint8Array }
  waiverPdf: { input: WaiverDocument; output: Uint8Array }
  applePass: { input: PassTicket; output: Uint8Array }
  poster: { input: PosterInput; output: string }
  preview: { input: PosterInput; output: Uint8Array }
  /** Compares the rollups of a tenant with stock. */
  compareRollups: { input: number; output: null }
  /** Works out the sessions of a rule, which may take a second. */
  expandSchedule: {
    input: { schedule: Schedule; timeZone: string }
    output: Result<ExpandedSchedule, 'validation_failed'>
  }
  metrics: { input: null; output: WorkerMetrics }
}

export type TaskName = keyof Tasks
export type RunTask = <K extends TaskName>(
  name: K,
  input: Tasks[K]['input'],
) => Promise<Tasks[K]['output']>

/** The worker thread, as used by the thread that answers requests. */
export interface SlowWork {
  /** Lets the worker compute a task. Rejects with {@link WorkerBusyError} if the worker cannot. */
  run: RunTask
  kick(tenantId: number | null): void
  /** Sends the worker the address of the server. */
  setOrigin(origin: string): void
  state(): { isUp: boolean; restarts: number }
  /** Ends the thread at once, as a crash would; then it is started again. For tests and chaos. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** The worker is down, or too many tasks wait for it. The caller may try again later. */
export class WorkerBusyError extends Error {
  override name = 'WorkerBusyError'
}
