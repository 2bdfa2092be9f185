import type { DemoTenant } from './demo-types.ts'
import { ATTRACTIONS } from './tenant-harbor/attractions.ts'
import { CONCERTS } from './tenant-harbor/concerts.ts'
import { GATHERINGS } from './tenant-harbor/gatherings.ts'
import { FEE_SETS, VENUES } from './tenant-harbor/places.ts'
import { STAGE } from './tenant-harbor/stage.ts'

/** Everything by the water: eight ports in six time zones, two of them in Europe. */
export const HARBOR: DemoTenant = {
  slug: 'harbor',
  isDefault: false,
  name: 'Harbor Nights',
  tagline: 'Evenings by the water.',
  hue: 170,
  supportEmail: 'hello@harbor.example',
  venues: VENUES,
  feeSets: FEE_SETS,
  coupons: [
    { code: 'HARBOR10', name: 'Ten off for friends', percentOff: 10, uses: 1000 },
    { code: 'ONTHEHOUSE', name: 'Guests of the house', percentOff: 100, uses: 200 },
  ],
  events: [...ATTRACTIONS, ...CONCERTS, ...STAGE, ...GATHERINGS],
}
