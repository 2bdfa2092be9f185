import type { Bounds } from '../bounds.ts'
import type { Env, StripeAccount } from '../env.ts'
import type { TaskName } from './slow-work.ts'

/** What a worker thread starts with. */
export interface WorkerStart {
  env: Env
  databaseUrl: string
  databaseRole: string | null
  /** The provider's account; of the emulator with its address. */
  stripe: StripeAccount
  bounds: Bounds
  origin: string
  /** False: it computes for requests, and another process has the jobs. */
  runsJobs: boolean
}

/** From the thread that answers requests. */
export type ToWorker =
  | { kind: 'kick'; tenantId: number | null }
  | { kind: 'origin'; origin: string }
  | { kind: 'task'; id: number; name: TaskName; input: unknown }
  | { kind: 'stop' }

/** From the worker. */
export type FromWorker =
  | { kind: 'ready' }
  /** Once a second: it is not stuck. */
  | { kind: 'alive' }
  | { kind: 'done'; id: number; output: unknown }
  | { kind: 'failed'; id: number; reason: string }
