import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const MARKUP = `</script><script>window.hasRun=1</script><img src=x onerror="window.hasRun=1"> [x](javascript:alert)`

test('markup in the texts of an event and of its venue is shown as text and runs nowhere', async ({
  page,
  world,
}) => {
  const { eventId } = await world.event({ name: `Markup ${MARKUP}` })
  const venueId = await writeFacts(world, eventId)
  for (const path of [
    `/events-api/${eventId}`,
    `/venues/${venueId}`,
    '/?q=Markup',
    `/?q=${MARKUP}`,
  ]) {
    await open(page, path)
    expect(await page.evaluate(() => Reflect.has(window, 'hasRun')), path).toBe(false)
    const structured = page.locator('script[type="application/ld+json"]')
    for (const json of await structured.allTextContents()) JSON.parse(json)
  }
  await open(page, `/events-api/${eventId}`)
  await expect(page.getByText(MARKUP).first()).toBeVisible()
})

/** Writes the markup into every text of the event and of its venue, and returns the venue's id. */
async function writeFacts(world: World, eventId: string): Promise<string | undefined> {
  await world.sql(
    `insert into event_facts
       (tenant_id, event_id, doors_minutes, minimum_age, age_note, access_notes, line_up, story)
     select tenant_id, id, 30, 18, $2, array[$2],
       jsonb_build_array(jsonb_build_object('name', $2::text, 'role', $2::text, 'time', '19:00')), $2
     from events where id = $1`,
    [eventId, MARKUP],
  )
  const [venue] = await world.sql<{ venue_id: string }>(
    `insert into venue_facts (tenant_id, venue_id, description, getting_there, access_notes)
     select tenant_id, venue_id, $2, array[$2], array[$2] from events where id = $1
     returning venue_id`,
    [eventId, MARKUP],
  )
  return venue?.venue_id
}
