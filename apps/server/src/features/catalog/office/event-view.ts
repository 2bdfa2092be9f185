import type { OfficeEvent } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { eventStateOf } from '@foyer/domain'
import { sql } from 'kysely'
import { withVersion } from '../../../engine/versions.ts'

interface OfficeEventRow {
  id: string
  created_at: Date
  is_published: boolean
  is_archived: boolean
  is_paused: boolean
  session_count: number
  venue: OfficeEvent['venue']
  picture: OfficeEvent['picture']
  details: OfficeEvent['details']
}

/** What the back office edits of an event, with the version of its details; null if there is none. */
export async function selectOfficeEvent(
  tx: TenantTx,
  eventId: string,
): Promise<OfficeEvent | null> {
  const { rows } = await sql<OfficeEventRow>`
    select e.id, e.created_at, e.is_published,
      exists (select from archived_events a where a.event_id = e.id) as is_archived,
      w.paused_at is not null as is_paused,
      (select count(*)::integer from sessions s where s.event_id = e.id) as session_count,
      json_build_object('id', v.id, 'name', v.name, 'city', v.city, 'timeZone', v.timezone)
        as venue,
      case when p.hash is not null then json_build_object('hash', p.hash, 'alt', i.alt,
        'width', p.width, 'height', p.height,
        'focus', json_build_object('x', p.focus_x, 'y', p.focus_y)) end as picture,
      json_build_object(
        'name', e.name, 'description', coalesce(e.description, ''),
        'story', coalesce(f.story, ''), 'category', e.category, 'venueId', e.venue_id,
        'currency', e.currency, 'feeSetId', e.fee_set_id,
        'isTimedEntry', e.is_timed_entry,
        'isContinuousCalendar', e.use_continuous_calendar,
        'isPriceDifferenceShown', e.show_price_difference,
        'doorsMinutes', f.doors_minutes, 'minimumAge', f.minimum_age,
        'ageNote', coalesce(f.age_note, ''), 'accessNotes', coalesce(f.access_notes, '{}'),
        'lineUp', coalesce(f.line_up, '[]'), 'isTransferable', f.is_transferable,
        'importantInformation', e.important_information) as details
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_sales w on w.tenant_id = e.tenant_id and w.event_id = e.id
    left join event_facts f on f.tenant_id = e.tenant_id and f.event_id = e.id
    left join event_pictures i on i.tenant_id = e.tenant_id and i.event_id = e.id
    left join pictures p on p.tenant_id = i.tenant_id and p.hash = i.hash
    where e.id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { details } = row
  return {
    id: row.id,
    state: eventStateOf({
      isPublished: row.is_published,
      isArchived: row.is_archived,
      isPaused: row.is_paused,
    }),
    createdAt: row.created_at.toISOString(),
    venue: row.venue,
    picture: row.picture,
    sessionCount: row.session_count,
    details,
    version: withVersion(details).version,
  }
}
