/** A server for crowds that share one address, so that no address is limited. */
import { serve } from './serve.ts'

await serve({ isOneAddressMany: true, pagesDir: null })
