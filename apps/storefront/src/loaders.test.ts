import { expect, it } from 'vitest'
import { aContext, anEvent } from './fixtures.ts'
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
  await expect(loadEvent(aContext(), event.id)).rejects.toMatchObject({ isNotFound: true })
  await expect(loadEvent(aContext(), 'nonsense')).rejects.toMatchObject({ isNotFound: true })
})
