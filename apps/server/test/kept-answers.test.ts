import { serverForTests, until } from '@foyer/testkit'
import { expect, test, vi } from 'vitest'

const server = serverForTests({ jobs: false })

test('a kept answer goes out of date in time, also when the clock of the machine is set back', async () => {
  const { eventId, addOnIds } = await server.build.event({ addOns: [{ priceMinor: 500 }] })
  const price = async () => {
    const { body } = await server.browser().send('GET', `/api/add-ons?eventId=${eventId}`)
    return body[0].price
  }
  expect(await price()).toBe(5)
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 60 * 60 * 1000)
  await server.sql('update add_ons set price_minor = 700 where id = $1', [addOnIds[0]])
  await until(price, (now) => now === 7)
})
