import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import type { Logo } from './read-logo.ts'

/** Files beside the one in use: uploads that were tried and not chosen are replaced by newer ones. */
const MOST_UNUSED = 5

/** Stores an uploaded logo, which pages use once the look names its file. */
export async function storeLogo(tx: TenantTx, { file, mediaType, bytes }: Logo): Promise<void> {
  await sql`insert into tenant_logos (tenant_id, file, media_type, bytes)
    values (current_tenant(), ${file}, ${mediaType}, ${bytes})
    on conflict (tenant_id, file) do update set made_at = now()`.execute(tx)
  await sql`delete from tenant_logos
    where file in (
      select file from tenant_logos
      where file is distinct from (
        select logo_file from tenants where tenant_id = current_tenant())
      order by made_at desc offset ${MOST_UNUSED})`.execute(tx)
}
