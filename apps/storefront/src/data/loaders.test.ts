import { expect, it } from 'vitest'
import { aContext, anEvent } from '../../test/fixtures.ts'
import { NOT_FOUND } from '../routing/route.ts'
import { loadEvent } from './loaders.ts'

const event = anEvent()
const path = `/api/events/${event.id}`

it('says which fetch failed, and keeps what the server answered beside it', async () => {
  const context = aContext({ [path]: new Error('database away') })
  await expect(loadEvent(context, event.id)).rejects.toMatchObject({
    message: 'Failed to fetch event',
    cause: { status: 500, text: 'database away' },
  })
})

it('takes an event that nobody knows for no page', async () => {
  expect(await loadEvent(aContext(), event.id)).toBe(NOT_FOUND)
  expect(await loadEvent(aContext(), 'nonsense')).toBe(NOT_FOUND)
})
