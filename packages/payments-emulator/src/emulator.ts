import Fastify, { type FastifyPluginAsync } from 'fastify'
import { createEngine } from './engine.ts'
import type { Faults } from './http/faults.ts'
import { createPlugin } from './http/plugin.ts'
import type { EmulatorOptions } from './options.ts'
import type { Webhooks } from './webhooks/controls.ts'

export interface Listening {
  /** `http://host:port`, without a trailing slash. */
  url: string
  host: string
  port: number
  close(): Promise<void>
}

export interface Address {
  /** 127.0.0.1 by default. */
  host?: string
  /** 0, the default, for any free one. */
  port?: number
  /**
   * Also serves everything under this prefix, for a proxy that passes the path on. Its
   * `X-Forwarded-Host` and `X-Forwarded-Proto` are trusted.
   */
  prefix?: string
}

export interface PaymentsEmulator {
  /** The Fastify plugin with all routes, for browsers and servers. */
  readonly plugin: FastifyPluginAsync
  /**
   * Serves the same emulator, without a prefix, at an address of its own. The `stripe` SDK accepts
   * a host, a port and a protocol, but no path, so it cannot reach a plugin under a prefix.
   */
  listen(address?: Address): Promise<Listening>
  /** Injects faults into later calls. */
  readonly faults: Faults
  /** Controls how webhooks are sent. */
  readonly webhooks: Webhooks
  /** Performs all pending work now: bank debits, delayed refunds, disputes. */
  settle(): void
  /** Stops the background work and closes the journal. */
  close(): Promise<void>
}

/**
 * Creates an emulated Stripe for development, demonstrations and tests. The README says what it can
 * do.
 */
export function createEmulator(options: EmulatorOptions): PaymentsEmulator {
  const engine = createEngine(options)
  const plugin = createPlugin(engine)
  return {
    plugin,
    async listen({ host = '127.0.0.1', port = 0, prefix } = {}) {
      const app = Fastify({ forceCloseConnections: true, trustProxy: prefix !== undefined })
      await app.register(plugin)
      if (prefix !== undefined) await app.register(plugin, { prefix })
      await app.listen({ host, port })
      const bound = app.addresses().find((address) => typeof address === 'object')?.port ?? port
      return {
        url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
        host,
        port: bound,
        close: () => app.close(),
      }
    },
    faults: engine.faults,
    webhooks: engine.webhooks,
    settle: () => engine.scheduler.settle(),
    async close() {
      engine.faults.clear()
      await engine.close()
    },
  }
}
