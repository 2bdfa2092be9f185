import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { aCart, anOrderView } from '../../../test/carts-and-orders.ts'
import { RECORD_VERSION } from './stored-record.ts'

/** Every property with its type, '.quote.lines.0.unitPriceMinor number'. */
function propertiesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} ${typeof value}`]
  return Object.entries(value).flatMap(([name, part]) => propertiesOf(part, `${path}.${name}`))
}

it('the version of stored records is raised with every change of the views they hold', () => {
  // The compiler gives these samples every field that the contract gains.
  const views = propertiesOf([aCart(), anOrderView()])
  const hash = createHash('sha256').update(views.toSorted().join('\n')).digest('hex')
  // If this fails, the view of a cart or an order has changed: raise RECORD_VERSION, then update it.
  expect(`${RECORD_VERSION} ${hash.slice(0, 12)}`).toMatchInlineSnapshot(`"14 8e24ed6a90c6"`)
})
