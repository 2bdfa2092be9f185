import type { TenantTx } from '@foyer/db'
import {
  changeEvent,
  changeVenue,
  createEvent,
  type EventDetails,
  type VenueDetails,
} from '@foyer/server/catalog-editing'
import { type BuiltEvent, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })

const edit = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  server.foyer.context.db.withTenant(1, work)

const codeOf = (result: { ok: boolean; refusal?: { code: string } }) =>
  result.ok ? 'ok' : result.refusal?.code

async function venueOf({ eventId }: BuiltEvent): Promise<string> {
  const [row] = await server.sql<{ venue_id: string }>(
    'select venue_id from events where id = $1',
    [eventId],
  )
  return row?.venue_id ?? ''
}

const changeFacts = async (event: BuiltEvent, change: Partial<EventDetails>) =>
  codeOf(await edit((tx) => changeEvent(tx, event.eventId, change)))
const changePlace = async (venueId: string, change: Partial<VenueDetails>) =>
  codeOf(await edit((tx) => changeVenue(tx, venueId, change)))

async function factsOf(event: BuiltEvent) {
  const { status, body } = await server.browser().send('GET', `/api/events/${event.eventId}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.facts
}

const NO_VENUE_FACTS = { description: null, coordinates: null, gettingThere: [], accessNotes: [] }

describe('the facts of an event', () => {
  test('are returned as the organizer wrote them, without blanks around them', async () => {
    const event = await server.build.event()
    const written = {
      doorsMinutes: 30,
      minimumAge: 0,
      ageNote: ' Children sit on laps. ',
      accessNotes: ['Captions on all evenings.'],
      lineUp: [
        { name: ' Marta Oyelaran ', role: 'Playwright', time: null },
        { name: 'The Choir', role: null, time: '20:15' },
      ],
      story: 'One.\r\n\r\nTwo.\n',
    }
    expect(await changeFacts(event, written)).toBe('ok')
    expect(await factsOf(event)).toMatchObject({
      doorsMinutes: 30,
      minimumAge: 0,
      ageNote: 'Children sit on laps.',
      accessNotes: ['Captions on all evenings.'],
      lineUp: [
        { name: 'Marta Oyelaran', role: 'Playwright', time: null },
        { name: 'The Choir', role: null, time: '20:15' },
      ],
      story: 'One.\n\nTwo.',
    })
  })

  test('are empty until they are written, and a change of one keeps the others', async () => {
    const event = await server.build.event()
    const empty = {
      doorsMinutes: null,
      minimumAge: null,
      ageNote: null,
      accessNotes: [],
      lineUp: [],
      story: null,
      venue: NO_VENUE_FACTS,
    }
    expect(await factsOf(event)).toMatchObject(empty)
    await changeFacts(event, { doorsMinutes: 45 })
    await changeFacts(event, { story: 'A night.' })
    expect(await factsOf(event)).toMatchObject({ ...empty, doorsMinutes: 45, story: 'A night.' })
    await changeFacts(event, { doorsMinutes: null })
    expect(await factsOf(event)).toMatchObject({ ...empty, story: 'A night.' })
  })

  test('are added by a repeated creation only if there are none', async () => {
    const event = await server.build.event()
    const venueId = await venueOf(event)
    const createAgain = (story: string) =>
      edit((tx) => createEvent(tx, 1, { id: event.eventId, venueId, name: 'Again', story }))
    await createAgain('First.')
    await createAgain('Second.')
    expect(await factsOf(event)).toMatchObject({ story: 'First.' })
  })

  test.each<[string, Partial<EventDetails>]>([
    ['doors more than a day before', { doorsMinutes: 1441 }],
    ['a part of a minute', { doorsMinutes: 0.5 }],
    ['an age below 0', { minimumAge: -1 }],
    ['an age above 99', { minimumAge: 100 }],
    ['an age note of two lines', { ageNote: 'One.\nTwo.' }],
    ['an age note of more than 200 characters', { ageNote: 'x'.repeat(201) }],
    ['an empty access note', { accessNotes: [' '] }],
    ['more than 8 access notes', { accessNotes: Array.from({ length: 9 }, () => 'A ramp.') }],
    ['a name without letters', { lineUp: [{ name: ' ', role: null, time: null }] }],
    ['an empty role', { lineUp: [{ name: 'Ada', role: '', time: null }] }],
    ['a time that does not exist', { lineUp: [{ name: 'Ada', role: null, time: '24:00' }] }],
    [
      'more than 60 names',
      { lineUp: Array.from({ length: 61 }, () => ({ name: 'Ada', role: null, time: null })) },
    ],
    ['a story of more than 6000 characters', { story: 'x'.repeat(6001) }],
    ['a story with a control character', { story: 'One.\u0007' }],
  ])('are refused with %s, and stay as they were', async (_, change) => {
    const event = await server.build.event()
    await changeFacts(event, { doorsMinutes: 15, story: 'A night.' })
    const before = await factsOf(event)
    expect(await changeFacts(event, change)).toBe('validation_failed')
    expect(await factsOf(event)).toEqual(before)
  })

  test('of the greatest size fit the table', async () => {
    const event = await server.build.event()
    const name = '🎭'.repeat(50)
    const lineUp = Array.from({ length: 60 }, () => ({ name, role: name, time: '23:59' }))
    const accessNotes = Array.from({ length: 8 }, () => 'x'.repeat(200))
    const story = 'x'.repeat(6000)
    expect(await changeFacts(event, { lineUp, accessNotes, story })).toBe('ok')
  })

  test('name the shortest and longest session and each start time at the venue', async () => {
    const event = await server.build.event({ sessions: 3, timeZone: 'Asia/Tokyo' })
    await server.sql(
      `update sessions set ends_at = starts_at + interval '95 minutes'
       where id = (select id from sessions where event_id = $1 order by starts_at limit 1)`,
      [event.eventId],
    )
    const { durationMinutes, startTimes } = await factsOf(event)
    expect(startTimes).toEqual(['10:00', '11:00', '12:00'])
    const lengths = await server.sql<{ minutes: number }>(
      `select extract(epoch from ends_at - starts_at)::integer / 60 as minutes from sessions
       where event_id = $1 order by 1`,
      [event.eventId],
    )
    expect(durationMinutes).toEqual({
      shortest: lengths[0]?.minutes,
      longest: lengths.at(-1)?.minutes,
    })
  })

  test('name no length and no time once all sessions are over', async () => {
    const event = await server.build.event()
    await server.sql(
      `update sessions set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'
       where event_id = $1`,
      [event.eventId],
    )
    expect(await factsOf(event)).toMatchObject({ durationMinutes: null, startTimes: [] })
  })

  test('are left out of lists', async () => {
    const event = await server.build.event()
    await changeFacts(event, { story: 'A night.' })
    const { body } = await server.browser().send('GET', '/api/events')
    const listed = body.find(({ id }: { id: string }) => id === event.eventId)
    expect(listed).toBeDefined()
    expect(listed).not.toHaveProperty('facts')
  })
})

describe('the facts of a venue', () => {
  test('are returned with each of its events', async () => {
    const event = await server.build.event()
    const facts = {
      description: 'A hall.',
      coordinates: { latitude: 40.7278, longitude: -73.9985 },
      gettingThere: ['Subway: Prince Street.'],
      accessNotes: ['Step-free from Mercer Street.'],
    }
    expect(await changePlace(await venueOf(event), facts)).toBe('ok')
    expect(await factsOf(event)).toMatchObject({ venue: facts })
    expect(await changePlace(await venueOf(event), { coordinates: null })).toBe('ok')
    expect(await factsOf(event)).toMatchObject({ venue: { ...facts, coordinates: null } })
  })

  test.each<[string, Partial<VenueDetails>]>([
    ['a latitude beyond the pole', { coordinates: { latitude: 90.1, longitude: 0 } }],
    ['a longitude beyond 180', { coordinates: { latitude: 0, longitude: -180.5 } }],
    ['a coordinate that is no number', { coordinates: { latitude: Number.NaN, longitude: 0 } }],
    ['a description of more than 2000 characters', { description: 'x'.repeat(2001) }],
    ['more than 8 ways to get there', { gettingThere: Array.from({ length: 9 }, () => 'Bus.') }],
    ['an empty access note', { accessNotes: [''] }],
  ])('are refused with %s, and stay as they were', async (_, change) => {
    const event = await server.build.event()
    const venueId = await venueOf(event)
    await changePlace(venueId, { description: 'A hall.' })
    expect(await changePlace(venueId, change)).toBe('validation_failed')
    expect(await factsOf(event)).toMatchObject({
      venue: { ...NO_VENUE_FACTS, description: 'A hall.' },
    })
  })
})
