import type { MethodType } from './wire/shapes.ts'

export interface EmulatorOptions {
  /** What servers authenticate with. It allows refunds, so make it random. */
  secretKey: string
  /** What browsers authenticate with; public. */
  publishableKey: string
  /** Signs webhooks, as Stripe's `whsec_…`; without it they are sent unsigned. */
  webhookSecret?: string
  /** Signs the webhooks of connected accounts, if it is not the same. */
  connectWebhookSecret?: string
  /** Where webhooks go, asked at each delivery; null while there is no endpoint. */
  webhookUrl?: () => string | null
  /** Waiting times before each further attempt to deliver a webhook; bounded by their number. */
  webhookRetryDelaysMs?: readonly number[]
  /** The time that objects carry; the system's by default. */
  clock?: () => Date
  /** A file that stores the state, so that payments survive the process, even a `kill -9`. */
  storagePath?: string
  /**
   * Where browsers find the emulator, if their requests do not show it (behind a proxy that ends
   * TLS). It becomes part of the address of the 3-D Secure page.
   */
  publicUrl?: () => string | null
  /** Payment methods that the account has switched on; `['card']` by default. */
  accountTypes?: readonly MethodType[]
  /**
   * Whether the switches for tests are served over HTTP too, under `control/` and with the secret
   * key. It must be off if strangers can reach the emulator.
   */
  control?: boolean
  /**
   * How long bank debits stay `processing` and delayed refunds `pending`, in milliseconds; 3,000 by
   * default.
   */
  settleAfterMs?: number
}
