import type { Bounds } from '../bounds.ts'
import type { Env, StripeAccount } from '../env.ts'
import type { TaskName } from './slow-work.ts'

/** The data that a worker thread starts with. */
export interface WorkerStart {
  env: Env
  databaseUrl: string
  databaseRole: string | null
  /** The name of the cell. */
  cell: string
  /** The home cell's database; null: it is the same. */
  home: { url: string; role: string | null } | null
  /** The provider's account; for the emulator also its address. */
  stripe: StripeAccount
  bounds: Bounds
  origin: string
  /** One number: see `Context.buyersOperations`. The thread that answers requests writes it. */
  buyersOperations: Int32Array<SharedArrayBuffer>
  /** False if the worker only computes for requests, because another process runs the jobs. */
  runsJobs: boolean
}

/** Messages from the thread that answers requests. */
export type ToWorker =
  | { kind: 'kick'; tenantId: number | null }
  | { kind: 'origin'; origin: string }
  | { kind: 'task'; id: number; name: TaskName; input: unknown }
  | { kind: 'stop' }

/** Messages from the worker. */
export type FromWorker =
  | { kind: 'ready' }
  /** Sent once a second; it shows that the worker is not stuck. */
  | { kind: 'alive' }
  | { kind: 'done'; id: number; output: unknown }
  | { kind: 'failed'; id: number; reason: string }
