import type { TestServer } from '@foyer/testkit'

/** Parts that every test server has, though not every server. */

export function emulatorOf({ foyer }: Pick<TestServer, 'foyer'>) {
  if (!foyer.emulator) throw new Error('The test server has the emulator')
  return foyer.emulator
}

export function defaultTenantOf({ foyer }: Pick<TestServer, 'foyer'>) {
  const tenant = foyer.context.tenants.defaultTenant()
  if (!tenant) throw new Error('The test server has a default tenant')
  return tenant
}
