import type { ShopPreview } from '@foyer/contract'
import type { SitePageSlug } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'

/**
 * What a person types into the settings is shown on the real pages before it is saved, to the session
 * that types it and to nobody else: there is no link that could be passed on.
 */

/** What a preview shows: the look, or one page. */
export type PreviewSubject = 'look' | `page-${SitePageSlug}`

const PREVIEW_MINUTES = 60

/** Stores what the session's preview shows from now on. */
export async function storePreview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, slug }: Pick<Tenant, 'id' | 'slug'>,
  { sessionId, subject, data }: { sessionId: string; subject: PreviewSubject; data: object },
): Promise<ShopPreview> {
  const now = clock()
  const endsAt = new Date(now.getTime() + PREVIEW_MINUTES * 60_000)
  await db.withTenant(id, async (tx) => {
    await tx.deleteFrom('setting_previews').where('ends_at', '<', now).execute()
    await sql`insert into setting_previews (tenant_id, session_id, subject, data, ends_at)
      values (current_tenant(), ${sessionId}, ${subject}, ${JSON.stringify(data)}, ${endsAt})
      on conflict (tenant_id, session_id, subject) do update
        set data = excluded.data, ends_at = excluded.ends_at`.execute(tx)
  })
  return { base: `/draft/${slug}/${subject}`, endsAt: endsAt.toISOString() }
}

/** What was stored for the session; null if it has ended. */
export async function findPreview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id }: Pick<Tenant, 'id'>,
  { sessionId, subject }: { sessionId: string; subject: string },
): Promise<unknown> {
  const row = await db.withTenant(id, (tx) =>
    tx
      .selectFrom('setting_previews')
      .select('data')
      .where('session_id', '=', sessionId)
      .where('subject', '=', subject)
      .where('ends_at', '>', clock())
      .executeTakeFirst(),
  )
  return row?.data ?? null
}
