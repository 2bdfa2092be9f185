export { type Address, createEmulator, type Listening, type PaymentsEmulator } from './emulator.ts'
export type { Fault, FaultKind, Faults, Match, Pause, RandomFaults } from './http/faults.ts'
export type { EmulatorOptions } from './options.ts'
export {
  type EmulatorThreadStart,
  type FromEmulatorThread,
  THREAD_PROGRAM,
  type ToEmulatorThread,
} from './thread/messages.ts'
export type { Mishap, RandomMishaps, Webhooks } from './webhooks/controls.ts'
