import { granted, type privacySettings, type ResultOf } from '@foyer/contract'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { readInSlices } from '../../engine/slices.ts'
import type { Call } from '../../http/endpoint.ts'

interface Agreed {
  email: string
  name: string
  acceptedAt: Date
  text: string
}

/** Everybody who agreed to news and has not taken it back: once per address, with the latest text. */
export const exportConsents = ({
  context,
  tenant,
  principal,
}: Call<typeof privacySettings.exportConsents>): Promise<
  ResultOf<typeof privacySettings.exportConsents>
> =>
  context.db.longWork.withTenant(tenant.id, async (tx) => {
    const people = sql<Agreed>`
      select distinct on (o.email) o.email, c.accepted_at as "acceptedAt", c.marketing_text as text,
        trim(coalesce(o.contact ->> 'firstName', '') || ' '
          || coalesce(o.contact ->> 'lastName', '')) as name
      from order_consents c join orders o on o.tenant_id = c.tenant_id and o.id = c.order_id
      where c.marketing_text is not null and c.marketing_revoked_at is null and o.email <> ''
      order by o.email, c.accepted_at desc`
    const rows = await readInSlices(tx, people, ({ email, name, acceptedAt, text }) => [
      ...[email, name, acceptedAt.toISOString(), text],
    ])
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'consents.exported',
      entityId: String(tenant.id),
      entityName: tenant.name,
      after: { people: rows.length },
    })
    return granted({
      name: 'news',
      heads: ['email', 'name', 'agreed at', 'agreed to'],
      rows,
    })
  })
