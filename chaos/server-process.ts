/**
 * A server for crowds that share one address, so that no address is limited. Its buyers move an order
 * more often than a person may.
 */
import { serve } from './serve.ts'

await serve({ isOneAddressMany: true, pagesDir: null, bounds: { reschedulesOfOneOrder: [] } })
