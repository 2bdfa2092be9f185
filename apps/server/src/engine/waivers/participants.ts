import type { OrderView } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { participantId, type SignatureKind } from '@foyer/domain'
import { sql } from 'kysely'

/** The waiver of an event; a version is never changed. */
export interface WaiverText {
  version: number
  body: string
}

/** Selects the newest text of an event's waiver; null if the event needs none. */
export async function selectWaiverText(tx: TenantTx, eventId: string): Promise<WaiverText | null> {
  const newest = await tx
    .selectFrom('waiver_texts')
    .select(['version', 'body'])
    .where('event_id', '=', eventId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.body == null ? null : { version: newest.version, body: newest.body }
}

/** What a participant signed last. */
export interface SignatureRow {
  participant_name: string
  email: string
  guardian_name: string | null
  signature_kind: SignatureKind
  signature: string
  text_version: number
  signed_at: Date
  sha256: string
}

export interface Participant {
  id: string
  number: number
  /** Which of the people that the ticket admits, from 1. */
  place: number
  /** How many people the ticket admits. */
  places: number
  typeName: string
  /** Null as long as nothing was signed. */
  signed: SignatureRow | null
}

/**
 * Selects the participants of an order, one for each person that a valid ticket admits, with their newest
 * signature. A cancelled ticket has no participant; a ticket that replaces another has its number and its
 * signatures.
 */
export async function selectParticipants(tx: TenantTx, orderId: string): Promise<Participant[]> {
  const { rows } = await sql<Row>`
    select t.number, p.place, t.places, t.type_name, w.participant_name, w.email, w.guardian_name, w.signature_kind,
      w.signature, w.text_version, w.signed_at, w.sha256
    from tickets t
    cross join lateral generate_series(1, t.places) as p(place)
    left join lateral (
      select * from waiver_signatures w
      where w.tenant_id = t.tenant_id and w.order_id = t.order_id and w.ticket_number = t.number
        and w.place = p.place
      order by w.signed_at desc, w.id desc limit 1) w on true
    where t.order_id = ${orderId} and t.status = 'VALID'
    order by t.number, p.place`.execute(tx)
  return rows.map(({ number, place, places, type_name: typeName, ...signed }) => ({
    ...{ id: participantId(number, place), number, place, places, typeName },
    signed: isSigned(signed) ? signed : null,
  }))
}

type Row = Partial<SignatureRow> & {
  number: number
  place: number
  places: number
  type_name: string
}

/** The left join gives nulls for a participant without a signature. */
const isSigned = (row: Partial<SignatureRow>): row is SignatureRow => row.sha256 != null

/** Whether a participant has signed the newest text: when the text changes, it must be signed again. */
export const hasSigned = ({ signed }: Participant, text: WaiverText): boolean =>
  signed?.text_version === text.version

/**
 * Counts the participants of an order `o` and how many of them have signed the newest text, in the way
 * of {@link selectParticipants} and {@link hasSigned}; null if its event needs no waiver, or if no
 * ticket is valid.
 */
export const waiverCounts = sql<OrderView['waivers']>`(
  select jsonb_build_object('needed', count(*),
    'signed', count(*) filter (where w.text_version = newest.version))
  from (
    select version, body from waiver_texts
    where tenant_id = o.tenant_id and event_id = o.event_id
    order by version desc limit 1) newest
  join tickets participants on participants.tenant_id = o.tenant_id
    and participants.order_id = o.id and participants.status = 'VALID'
  cross join lateral generate_series(1, participants.places) as people(place)
  left join lateral (
    select s.text_version from waiver_signatures s
    where s.tenant_id = o.tenant_id and s.order_id = o.id
      and s.ticket_number = participants.number and s.place = people.place
    order by signed_at desc, id desc limit 1) w on true
  where newest.body is not null
  having count(*) > 0)`

/** Counts the waivers of one order, see {@link waiverCounts}. */
export async function countWaivers(tx: TenantTx, orderId: string): Promise<OrderView['waivers']> {
  const { rows } = await sql<{ waivers: OrderView['waivers'] }>`
    select ${waiverCounts} as waivers from orders o
    where o.tenant_id = current_tenant() and o.id = ${orderId}`.execute(tx)
  return rows[0]?.waivers ?? null
}
