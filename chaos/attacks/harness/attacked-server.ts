/** A server with all its limits, for the row that ATTACK names; without the row's bound if WITHOUT is set. */
import { fileURLToPath } from 'node:url'
import { serve } from '../../serve.ts'
import { ATTACKS } from '../index.ts'

const PAGES = fileURLToPath(new URL('../../../apps/storefront/dist', import.meta.url))

const attack = ATTACKS.find(({ kind }) => kind === process.env.ATTACK)
if (!attack) throw new Error(`There is no attack '${process.env.ATTACK}'`)
const control = process.env.WITHOUT ? attack.control : null
await serve({
  pagesDir: attack.hasPages ? PAGES : null,
  isOneAddressMany: control?.isOneAddressMany ?? false,
  bounds: { ...attack.bounds, ...control?.bounds },
})
