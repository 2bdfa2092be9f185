import {
  granted,
  OPERATED_PAGE,
  type OperatedOrganizerRow,
  type operator,
  type ResultOf,
} from '@foyer/contract'
import { organizerStateOf } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import type { Call } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { selectFigures } from './figures.ts'

type Query = Call<typeof operator.listOperatedOrganizers>['query']

/**
 * A page of the organizers of all cells, by name. The page is chosen in memory, where the registries are
 * anyway, then completed. A cell that is away is named by the health (read-health.ts), and its organizers
 * are missing: what they sold is not known.
 */
export async function listOrganizers({
  context,
  query,
}: Call<typeof operator.listOperatedOrganizers>): Promise<
  ResultOf<typeof operator.listOperatedOrganizers>
> {
  const { cells, clock } = context
  await cells.reload()
  const isFound = filterOf(query, clock())
  const found = cells
    .answering()
    .flatMap(({ tenants }) => tenants.all().filter(isFound))
    .sort(byName)
  const last = query.after === undefined ? undefined : cells.tenantBySlug(query.after)
  const rest = last ? found.filter((tenant) => byName(tenant, last) > 0) : found
  const shown = rest.slice(0, OPERATED_PAGE)
  const figuresOf = await selectFigures(context, shown)
  return granted({
    organizers: shown.map((tenant) => ({
      ...presentOrganizer(context, tenant),
      ...figuresOf(tenant.id),
    })),
    count: found.length,
    next: rest.length > OPERATED_PAGE ? (shown.at(-1)?.slug ?? null) : null,
  })
}

const byName = (a: Tenant, b: Tenant): number =>
  a.name.localeCompare(b.name) || a.slug.localeCompare(b.slug)

/** What the registry says about an organizer. */
export const presentOrganizer = (
  context: Context,
  tenant: Tenant,
): Pick<OperatedOrganizerRow, 'slug' | 'name' | 'siteUrl' | 'state' | 'trialUntil'> => ({
  slug: tenant.slug,
  name: tenant.name,
  siteUrl: siteOf(context.origin(), tenant),
  state: organizerStateOf(tenant, context.clock()),
  trialUntil: tenant.trialUntil?.toISOString() ?? null,
})

function filterOf({ state, q = '' }: Query, now: Date): (tenant: Tenant) => boolean {
  const wanted = q.trim().toLowerCase()
  return (tenant) => {
    // A test shop is no organizer, and what is sold in it does not count.
    if (tenant.testOf !== null) return false
    if (state === 'not_connected' && tenant.takesCharges) return false
    const isOther = state !== undefined && state !== 'not_connected'
    if (isOther && organizerStateOf(tenant, now) !== state) return false
    const { name, slug, supportEmail } = tenant
    return [name, slug, supportEmail].some((text) => text.toLowerCase().includes(wanted))
  }
}
