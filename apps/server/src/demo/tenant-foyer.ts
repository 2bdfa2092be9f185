import type { DemoTenant } from './demo-types.ts'
import { ATTRACTIONS } from './tenant-foyer/attractions.ts'
import { CONCERTS } from './tenant-foyer/concerts.ts'
import { GATHERINGS } from './tenant-foyer/gatherings.ts'
import { FEE_SETS, VENUES } from './tenant-foyer/places.ts'
import { STAGE } from './tenant-foyer/stage.ts'

/** Venues in seven cities, from a concert hall to a closed subway platform. */
export const FOYER: DemoTenant = {
  slug: 'foyer',
  isDefault: true,
  name: 'Foyer',
  tagline: 'Doors open soon.',
  hue: 75,
  supportEmail: 'hello@foyer.example',
  venues: VENUES,
  feeSets: FEE_SETS,
  events: [...ATTRACTIONS, ...CONCERTS, ...STAGE, ...GATHERINGS],
}
