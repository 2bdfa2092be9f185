import { expect, it } from 'vitest'
import { type Answers, aContext, anEvent } from '../../test/fixtures.ts'
import { openAddress } from '../../test/show-page.tsx'
import { DEMO_EVENT_ID } from './sample-data.ts'

const event = anEvent({ id: DEMO_EVENT_ID })
const answers: Answers = { [`/api/events/${event.id}`]: event }

/** Whether an address is a page with the demonstrations open or closed. */
async function isPage(path: string, hasDemos: boolean): Promise<boolean> {
  const context = aContext(answers)
  const { opened } = await openAddress({ ...context, app: { ...context.app, hasDemos } }, path)
  return opened.kind === 'redirect' || opened.kind === 'screen'
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
