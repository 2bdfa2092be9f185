/**
 * A server whose limits by address are off, because all clients share one address. Its buyers also
 * reschedule an order more often than a person may.
 */
import { serve } from './serve.ts'

await serve({ isOneAddressMany: true, pagesDir: null, bounds: { reschedulesOfOneOrder: [] } })
