export { createEmulator, type Listening, type PaymentsEmulator } from './emulator.ts'
export type { Fault, FaultKind, Faults, Match, Pause } from './http/faults.ts'
export type { EmulatorOptions } from './options.ts'
export type { Webhooks } from './webhooks/sender.ts'
