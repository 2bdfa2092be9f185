import type { DemoTenant } from './demo-types.ts'
import { FOYER } from './tenant-foyer.ts'
import { HARBOR } from './tenant-harbor.ts'

/** The demo: two tenants that differ in everything a tenant can. */
export const DEMO_TENANTS: readonly DemoTenant[] = [FOYER, HARBOR]
