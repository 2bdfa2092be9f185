import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { type Answers, aContext, anEvent } from '../fixtures.ts'
import { createAppRouter } from '../router.tsx'
import { DEMO_EVENT_ID } from './sample-data.ts'

const event = anEvent({ id: DEMO_EVENT_ID })
const answers: Answers = { [`/api/events/${event.id}`]: event }

/** Whether an address is a page where demonstrations are open, or are not. */
async function isPage(path: string, hasDemos: boolean): Promise<boolean> {
  const context = aContext(answers)
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ ...context, app: { ...context.app, hasDemos }, history })
  await router.load()
  const result = router._serverResult
  return result?.type === 'redirect' || result?.status !== 404
}

it.each([
  '/checkout',
  `/checkout?eventId=${DEMO_EVENT_ID}`,
  `/checkout-alt/${DEMO_EVENT_ID}`,
  '/checkout-alt/any',
  `/checkout-test/${DEMO_EVENT_ID}`,
  '/checkout-state',
  '/confirmation/1f2e3d4c5b6a7980',
])('%s is a page where demonstrations are open, and nowhere else', async (path) => {
  expect([await isPage(path, true), await isPage(path, false)]).toEqual([true, false])
})
