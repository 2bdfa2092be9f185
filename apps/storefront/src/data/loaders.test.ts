import { expect, it } from 'vitest'
import { aContext, anEvent } from '../../test/fixtures.ts'
import { NOT_FOUND } from '../routing/route.ts'
import { loadEvent } from './loaders.ts'

const event = anEvent()
const path = `/api/events/${event.id}`

it('a failed load says what could not be fetched, with the answer of the server as its cause', async () => {
  const context = aContext({ [path]: new Error('database away') })
  await expect(loadEvent(context, event.id)).rejects.toMatchObject({
    message: 'Failed to fetch event',
    cause: { status: 500, text: 'database away' },
  })
})

it('an unknown event is not found', async () => {
  expect(await loadEvent(aContext(), event.id)).toBe(NOT_FOUND)
  expect(await loadEvent(aContext(), 'nonsense')).toBe(NOT_FOUND)
})
