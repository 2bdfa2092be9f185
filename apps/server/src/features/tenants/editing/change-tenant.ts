import type { SitePageSlug } from '@foyer/domain'
import pg from 'pg'

type Column =
  | 'name'
  | 'tagline'
  | 'footer_text'
  | 'support_email'
  | 'currency'
  | 'locale'
  | 'order_lookup'
  | 'change_policy'
  | 'instagram_url'
  | 'facebook_url'
  | 'x_url'

/** Why a change is not possible, in a sentence for the person who asked for it. */
export class InvalidTenantChange extends Error {}
/** No tenant has the slug. */
export class UnknownTenant extends InvalidTenantChange {}

export interface Logo {
  /**
   * The file's name, which changes with the content and contains the size that pages reserve space
   * for: 1f2e…-120x40.svg.
   */
  file: string
  mediaType: 'image/png' | 'image/svg+xml'
  bytes: Buffer
}

type LogoChange = ({ kind: 'set' } & Logo) | { kind: 'remove' }

export type PageChange =
  | { kind: 'set'; slug: SitePageSlug; title: string; body: string }
  | { kind: 'remove'; slug: SitePageSlug }

/** A change of a tenant; fields that are undefined or null do not change. */
export interface TenantChange {
  slug: string
  isNew: boolean
  columns: Partial<Record<Column, string | null | undefined>> & { hue?: number | undefined }
  domain: string | null
  /** Whether links use the domain from now on. They always use a tenant's first domain. */
  isMainDomain: boolean
  removedDomain: string | null
  logo: LogoChange | null
  page: PageChange | null
}

/**
 * Makes the whole change or none of it. `ownerUrl` is the connection of the account that migrates,
 * because the application's role may not write the registry. Throws {@link InvalidTenantChange} if the
 * change is not possible.
 */
export async function changeTenant(ownerUrl: string, change: TenantChange): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    const tenantId = change.isNew ? await create(client, change) : await find(client, change.slug)
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
    if (!change.isNew) await setColumns(client, tenantId, change.columns)
    await changeDomains(client, tenantId, change)
    if (change.logo) await changeLogo(client, tenantId, change.logo)
    if (change.page) await changePage(client, tenantId, change.page)
    await client.query('commit')
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end()
  }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Runs a statement. If its value already belongs to another tenant, throws with the message
 * `taken`.
 */
async function claim(client: pg.Client, taken: string, text: string, values: unknown[]) {
  try {
    return await client.query(text, values)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) {
      throw new InvalidTenantChange(taken)
    }
    throw error
  }
}

async function create(client: pg.Client, { slug, columns }: TenantChange): Promise<number> {
  const { name, support_email, hue } = columns
  if (!name || !support_email || hue === undefined) {
    throw new InvalidTenantChange('A new organizer needs a name, an address and a hue.')
  }
  const { rows } = await claim(
    client,
    `There is an organizer '${slug}' already.`,
    `insert into tenants (slug, is_default, name, hue, support_email)
     values ($1, not exists (select from tenants where is_default), $2, $3, $4)
     returning tenant_id`,
    [slug, name, hue, support_email],
  )
  const tenantId: number = rows[0].tenant_id
  await setColumns(client, tenantId, columns)
  return tenantId
}

async function find(client: pg.Client, slug: string): Promise<number> {
  const { rows } = await client.query<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1 for update',
    [slug],
  )
  if (!rows[0]) throw new UnknownTenant(`There is no organizer '${slug}'.`)
  return rows[0].tenant_id
}

async function setColumns(client: pg.Client, tenantId: number, columns: TenantChange['columns']) {
  // Column names are the keys of a type, not user input.
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  const list = given.map(([name], index) => `${name} = $${index + 2}`)
  await client.query(`update tenants set ${list.join(', ')} where tenant_id = $1`, [
    tenantId,
    ...given.map(([, value]) => value),
  ])
}

async function changeDomains(client: pg.Client, tenantId: number, change: TenantChange) {
  const { domain, isMainDomain, removedDomain } = change
  if (removedDomain) {
    const { rowCount } = await client.query(
      'delete from tenant_domains where tenant_id = $1 and host = $2',
      [tenantId, removedDomain],
    )
    if (rowCount === 0)
      throw new InvalidTenantChange(`'${removedDomain}' is no domain of '${change.slug}'.`)
  }
  if (!domain) return
  if (isMainDomain) {
    await client.query('update tenant_domains set is_main = false where tenant_id = $1', [tenantId])
  }
  await claim(
    client,
    `'${domain}' belongs to another organizer.`,
    `insert into tenant_domains (tenant_id, host, is_main)
     values ($1, $2, $3 or not exists (select from tenant_domains where tenant_id = $1 and is_main))
     on conflict (tenant_id, host) do update set is_main = tenant_domains.is_main or $3`,
    [tenantId, domain, isMainDomain],
  )
}

async function changeLogo(client: pg.Client, tenantId: number, logo: LogoChange) {
  if (logo.kind === 'set') {
    await client.query(
      `insert into tenant_logos (tenant_id, file, media_type, bytes) values ($1, $2, $3, $4)
       on conflict (tenant_id) do update
         set file = excluded.file, media_type = excluded.media_type, bytes = excluded.bytes`,
      [tenantId, logo.file, logo.mediaType, logo.bytes],
    )
  } else {
    await client.query('delete from tenant_logos where tenant_id = $1', [tenantId])
  }
  await client.query('update tenants set logo_file = $2 where tenant_id = $1', [
    tenantId,
    logo.kind === 'set' ? logo.file : null,
  ])
}

async function changePage(client: pg.Client, tenantId: number, page: PageChange) {
  if (page.kind === 'remove') {
    await client.query('delete from tenant_pages where tenant_id = $1 and slug = $2', [
      tenantId,
      page.slug,
    ])
    return
  }
  await client.query(
    `insert into tenant_pages (tenant_id, slug, title, body) values ($1, $2, $3, $4)
     on conflict (tenant_id, slug) do update
       set title = excluded.title, body = excluded.body, updated_at = now()`,
    [tenantId, page.slug, page.title, page.body],
  )
}
