import type { Address } from '../emulator.ts'
import type { EmulatorOptions } from '../options.ts'

/** The program of a worker thread that runs an emulator: `new Worker(THREAD_PROGRAM, …)`. */
export const THREAD_PROGRAM = new URL('./main.ts', import.meta.url)

/** The `workerData` of the thread: the options that can be copied between threads. */
export interface EmulatorThreadStart
  extends Omit<EmulatorOptions, 'webhookUrl' | 'clock' | 'publicUrl'>,
    Address {
  /** Where webhooks go; null until there is an endpoint. */
  webhookUrl: string | null
}

/** Messages to the thread. */
export type ToEmulatorThread = { kind: 'webhookUrl'; url: string } | { kind: 'stop' }

/** Messages from the thread, which ends by itself after `stop`. */
export type FromEmulatorThread =
  | { kind: 'ready'; host: string; port: number }
  /** Sent once a second to show that the thread is not stuck. */
  | { kind: 'alive' }
