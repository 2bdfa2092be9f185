import { sql } from 'kysely'

/** The name of the room of its venue that a session `s` is in; null if it is in none. */
export const roomName = sql<string | null>`(
  select r.name from session_venue_rooms q
  join venue_rooms r on r.tenant_id = q.tenant_id and r.id = q.room_id
  where q.tenant_id = s.tenant_id and q.session_id = s.id)`
