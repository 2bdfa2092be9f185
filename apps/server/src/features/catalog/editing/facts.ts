import { type Refused, VALIDATION_TEXTS } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { FACT_LIMITS, isPlainText, type LineUpEntry, typographic } from '@foyer/domain'
import { invalidField } from '../../../engine/refusals.ts'
import { isEmpty } from './rows.ts'

/** What a visitor wants to know of an event before buying. Null and empty lists: not stated. */
export interface EventFacts {
  /** How many minutes before a session its doors open. */
  doorsMinutes?: number | null | undefined
  /** In years; 0 is for all ages. */
  minimumAge?: number | null | undefined
  ageNote?: string | null | undefined
  /** What the event offers to people with disabilities, a line each. */
  accessNotes?: readonly string[] | undefined
  lineUp?: readonly LineUpEntry[] | undefined
  /**
   * Whether somebody else may use the tickets. Null: only the default lines of important information
   * forbid it.
   */
  isTransferable?: boolean | null | undefined
  /** The long text beside the short description; paragraphs are separated by empty lines. */
  story?: string | null | undefined
}

/** What a visitor wants to know of a venue. */
export interface VenueFacts {
  /** In degrees (WGS 84). */
  coordinates?: { latitude: number; longitude: number } | null | undefined
  description?: string | null | undefined
  /** Stations, parking and the like, a line each. */
  gettingThere?: readonly string[] | undefined
  /** Steps, lifts, toilets and the like, a line each. */
  accessNotes?: readonly string[] | undefined
}

type Wrong = Refused<'validation_failed'> | null

/** Checks the facts of an event that are given; returns the first refusal, or null. */
export const wrongEventFact = (facts: EventFacts): Wrong =>
  wrongNumber('doorsMinutes', facts.doorsMinutes, FACT_LIMITS.doorsMinutes) ??
  wrongNumber('minimumAge', facts.minimumAge, FACT_LIMITS.minimumAge) ??
  wrongLines('ageNote', facts.ageNote?.trim() ? [facts.ageNote] : undefined) ??
  wrongLines('accessNotes', facts.accessNotes) ??
  wrongLineUp(facts.lineUp) ??
  wrongText('story', facts.story, FACT_LIMITS.story)

/** Checks the facts of a venue that are given; returns the first refusal, or null. */
export const wrongVenueFact = (facts: VenueFacts): Wrong =>
  wrongCoordinates(facts.coordinates) ??
  wrongText('description', facts.description, FACT_LIMITS.venueDescription) ??
  wrongLines('gettingThere', facts.gettingThere) ??
  wrongLines('accessNotes', facts.accessNotes)

/** Stores the facts of an event that are given. `isNew`: facts that are stored already stay. */
export async function storeEventFacts(
  tx: TenantTx,
  row: { tenantId: number; eventId: string; isNew: boolean },
  facts: EventFacts,
): Promise<void> {
  const columns = {
    doors_minutes: facts.doorsMinutes,
    minimum_age: facts.minimumAge,
    age_note: textOrNull(facts.ageNote),
    access_notes: trimmed(facts.accessNotes),
    line_up: facts.lineUp && JSON.stringify(facts.lineUp.map(trimmedEntry)),
    is_transferable: facts.isTransferable,
    story: textOrNull(facts.story?.replaceAll('\r\n', '\n')),
  }
  if (isEmpty(columns)) return
  await tx
    .insertInto('event_facts')
    .values({ tenant_id: row.tenantId, event_id: row.eventId, ...columns })
    .onConflict((conflict) => {
      const stored = conflict.columns(['tenant_id', 'event_id'])
      return row.isNew ? stored.doNothing() : stored.doUpdateSet(columns)
    })
    .execute()
}

/** Stores the facts of a venue that are given. `isNew`: facts that are stored already stay. */
export async function storeVenueFacts(
  tx: TenantTx,
  row: { tenantId: number; venueId: string; isNew: boolean },
  { coordinates, ...facts }: VenueFacts,
): Promise<void> {
  const at = coordinates === null ? { latitude: null, longitude: null } : coordinates
  const columns = {
    latitude: at?.latitude,
    longitude: at?.longitude,
    description: textOrNull(facts.description?.replaceAll('\r\n', '\n')),
    getting_there: trimmed(facts.gettingThere),
    access_notes: trimmed(facts.accessNotes),
  }
  if (isEmpty(columns)) return
  await tx
    .insertInto('venue_facts')
    .values({ tenant_id: row.tenantId, venue_id: row.venueId, ...columns })
    .onConflict((conflict) => {
      const stored = conflict.columns(['tenant_id', 'venue_id'])
      return row.isNew ? stored.doNothing() : stored.doUpdateSet(columns)
    })
    .execute()
}

const textOrNull = (text: string | null | undefined) =>
  text === undefined ? undefined : typographic(text?.trim() || null)

const trimmed = (lines: readonly string[] | undefined) =>
  lines?.map((line) => typographic(line.trim()))

const trimmedEntry = ({ name, role, time }: LineUpEntry): LineUpEntry => ({
  name: typographic(name.trim()),
  role: typographic(role?.trim() || null),
  time,
})

function wrongNumber(field: string, value: number | null | undefined, most: number): Wrong {
  if (value == null || (Number.isInteger(value) && value >= 0 && value <= most)) return null
  return invalidField(field, `Must be a whole number from 0 to ${most}`)
}

function wrongText(field: string, text: string | null | undefined, most: number): Wrong {
  if (!text) return null
  if (text.trim().length > most) {
    return invalidField(field, `String must contain at most ${most} character(s)`)
  }
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  return lines.every(isPlainText) ? null : invalidField(field, VALIDATION_TEXTS.notPlain)
}

function wrongLines(field: string, lines: readonly string[] | undefined): Wrong {
  if (!lines) return null
  const { lines: most, lineCharacters } = FACT_LIMITS
  if (lines.length > most) return invalidField(field, `at most ${most} lines`)
  if (!lines.every((line) => isPlainText(line) && isFilled(line, lineCharacters))) {
    return invalidField(field, `each line is plain text of 1 to ${lineCharacters} characters`)
  }
  return null
}

function wrongLineUp(lineUp: readonly LineUpEntry[] | undefined): Wrong {
  if (!lineUp) return null
  const { lineUp: most, lineUpCharacters } = FACT_LIMITS
  const wrong = (message: string) => invalidField('lineUp', message)
  if (lineUp.length > most) return wrong(`at most ${most} entries`)
  for (const { name, role, time } of lineUp) {
    const texts = [name, role ?? name]
    if (!texts.every((text) => isPlainText(text) && isFilled(text, lineUpCharacters))) {
      return wrong(`each name and role is plain text of 1 to ${lineUpCharacters} characters`)
    }
    if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
      return wrong('each time is a wall-clock time like 19:30')
    }
  }
  return null
}

function wrongCoordinates(at: VenueFacts['coordinates']): Wrong {
  // A comparison with NaN is false.
  if (!at || (Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180)) return null
  return invalidField(
    'coordinates',
    'Must be a latitude of -90 to 90 and a longitude of -180 to 180',
  )
}

const isFilled = (text: string, most: number): boolean => {
  const { length } = text.trim()
  return length > 0 && length <= most
}
