import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { isPlainText } from '@foyer/domain'
import { sql } from 'kysely'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { type ReadyPicture, SOURCE_FILE } from './make-picture.ts'
import { VENUE_NOT_FOUND } from './rows.ts'

/** A picture with a text that says what it shows, for people who do not see it. */
export interface DescribedPicture {
  picture: ReadyPicture
  /** 1 to 300 characters of plain text. */
  alt: string
}

const ALT_CHARACTERS = 300
/** Pages, mails and messengers may name the address of a picture for a while after its end. */
const UNUSED_DAYS = 30

/** What is shown with a described picture: the rows that say which, and those that own them. */
interface Owner<Code extends 'event_not_found' | 'venue_not_found'> {
  rows: 'events' | 'venues'
  pictures: 'event_pictures' | 'venue_pictures'
  key: 'event_id' | 'venue_id'
  notFound: Refused<Code>
}

const EVENT = {
  rows: 'events',
  pictures: 'event_pictures',
  key: 'event_id',
  notFound: EVENT_NOT_FOUND,
} as const satisfies Owner<'event_not_found'>

const VENUE = {
  rows: 'venues',
  pictures: 'venue_pictures',
  key: 'venue_id',
  notFound: VENUE_NOT_FOUND,
} as const satisfies Owner<'venue_not_found'>

/**
 * Sets the picture that an event is shown with in place of its poster; null takes it away. The
 * picture is made before, by makePicture, outside the transaction.
 */
export const setEventPicture = (
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  picture: DescribedPicture | null,
) => setPictureOf(tx, EVENT, { tenantId, id: eventId }, picture)

/** Sets the picture or map of a venue, which is shown whole; null takes it away. */
export const setVenuePicture = (
  tx: TenantTx,
  tenantId: number,
  venueId: string,
  picture: DescribedPicture | null,
) => setPictureOf(tx, VENUE, { tenantId, id: venueId }, picture)

async function setPictureOf<Code extends 'event_not_found' | 'venue_not_found'>(
  tx: TenantTx,
  { rows, pictures, key, notFound }: Owner<Code>,
  { tenantId, id }: { tenantId: number; id: string },
  picture: DescribedPicture | null,
): Promise<Result<null, Code | 'validation_failed'>> {
  const wrong = picture && whatIsWrongWith(picture.alt)
  if (wrong) return wrong
  if (!(await lockRow(tx, rows, id))) return notFound
  await storePicture(tx, tenantId, picture?.picture ?? null)
  const [table, owner] = [sql.table(pictures), sql.ref(key)]
  await sql`delete from ${table} where ${owner} = ${id}`.execute(tx)
  if (picture) {
    await sql`
      insert into ${table} (tenant_id, ${owner}, hash, alt)
      values (${tenantId}, ${id}, ${picture.picture.hash}, ${picture.alt.trim()})`.execute(tx)
  }
  await dropUnused(tx)
  return granted(null)
}

/** Sets the small picture beside a ticket type's name and description; null takes it away. */
export async function setTicketTypePicture(
  tx: TenantTx,
  tenantId: number,
  ticketTypeId: string,
  picture: ReadyPicture | null,
): Promise<Result<null, 'ticket_type_not_found'>> {
  if (!(await lockRow(tx, 'ticket_types', ticketTypeId))) {
    return refused('ticket_type_not_found', 'This ticket type does not exist.')
  }
  await storePicture(tx, tenantId, picture)
  await tx
    .updateTable('ticket_types')
    .set({ picture_hash: picture?.hash ?? null })
    .where('id', '=', ticketTypeId)
    .execute()
  await dropUnused(tx)
  return granted(null)
}

/**
 * Returns what an event's picture was made from, so that makePicture can crop it around another
 * focus; null if the event has none.
 */
export async function readPictureSource(
  tx: TenantTx,
  eventId: string,
): Promise<{ source: Buffer; alt: string } | null> {
  const row = await tx
    .selectFrom('event_pictures as e')
    .innerJoin('picture_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'e.tenant_id').onRef('f.hash', '=', 'e.hash'),
    )
    .select(['f.bytes as source', 'e.alt'])
    .where('e.event_id', '=', eventId)
    .where('f.file', '=', SOURCE_FILE)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a row, so that two pictures for it are set one after the other; false if there is none. */
async function lockRow(
  tx: TenantTx,
  table: 'events' | 'venues' | 'ticket_types',
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

function whatIsWrongWith(alt: string) {
  const { length } = alt.trim()
  if (length === 0 || length > ALT_CHARACTERS) {
    return invalidField('alt', `says in 1 to ${ALT_CHARACTERS} characters what the picture shows`)
  }
  return isPlainText(alt) ? null : invalidField('alt', 'plain text without control characters')
}

/** Inserts a picture with its files; one that is stored already, of another event, is shared. */
async function storePicture(
  tx: TenantTx,
  tenantId: number,
  picture: ReadyPicture | null,
): Promise<void> {
  if (!picture) return
  const { hash, width, height, focus, files } = picture
  const inserted = await tx
    .insertInto('pictures')
    .values({ tenant_id: tenantId, hash, width, height, focus_x: focus.x, focus_y: focus.y })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'hash']).doUpdateSet({ unused_since: null }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  if (!inserted.isNew) return
  await tx
    .insertInto('picture_files')
    .values(files.map((file) => ({ tenant_id: tenantId, hash, ...file })))
    .execute()
}

const IS_SHOWN = sql<boolean>`(
  exists (select from event_pictures e where e.hash = p.hash)
  or exists (select from venue_pictures v where v.hash = p.hash)
  or exists (select from ticket_types t where t.picture_hash = p.hash))`

/**
 * Marks pictures that nothing shows any more, and deletes those that were marked long ago. A marked one
 * may be shown again: the change that shows it may commit while another one looks.
 */
async function dropUnused(tx: TenantTx): Promise<void> {
  await sql`
    update pictures p set unused_since = now()
    where p.unused_since is null and not ${IS_SHOWN}`.execute(tx)
  await sql`
    delete from pictures p
    where p.unused_since < now() - make_interval(days => ${UNUSED_DAYS})
      and not ${IS_SHOWN}`.execute(tx)
}
