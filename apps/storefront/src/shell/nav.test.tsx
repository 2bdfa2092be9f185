import { expect, it } from 'vitest'
import { aContext, anEvent, anEventPage } from '../../test/fixtures.ts'
import { showPage } from '../../test/show-page.tsx'

const answers = { '/api/events/search': anEventPage([anEvent()]) }

/** The links as 'text: address', with the current one marked. */
async function linksAt(path: string): Promise<string[]> {
  const { html } = await showPage(aContext(answers), path)
  const nav = /<nav aria-label="Main"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
  return [...nav.matchAll(/<a ([^>]*)>([^<]+)/g)].map(([, tag = '', words]) => {
    const isCurrent = tag.includes('aria-current="page"')
    return `${words}: ${/href="([^"]*)"/.exec(tag)?.[1]}${isCurrent ? ' (here)' : ''}`
  })
}

it('the header leads to the events and to the orders, and marks the current page', async () => {
  const atEvents = ['Events: / (here)', 'Manage Orders: /manage-order']
  expect(await linksAt('/')).toEqual(atEvents)
  expect(await linksAt('/events-api')).toEqual(atEvents)
  expect(await linksAt('/manage-order')).toEqual([
    'Events: /',
    'Manage Orders: /manage-order (here)',
  ])
})
