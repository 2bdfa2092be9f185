import { describe, expect, test } from 'vitest'
import {
  may,
  mayChangeRole,
  PERMISSIONS,
  type Permission,
  personRoleOf,
  ROLES,
} from './permissions.ts'

const permissions = Object.keys(PERMISSIONS) as Permission[]

test('an owner has every permission', () => {
  expect(permissions.filter((permission) => !may('owner', permission))).toEqual([])
})

test('every member may open the back office', () => {
  expect(ROLES.filter((role) => !may(role, 'organizer.open'))).toEqual([])
})

test('a person without an organizer has the role user, otherwise the one with the most rights', () => {
  expect(personRoleOf([])).toBe('user')
  expect(personRoleOf(['gate', 'manager', 'analyst'])).toBe('manager')
  expect(personRoleOf([...ROLES].reverse())).toBe('owner')
})

test('the table of roles and permissions', () => {
  const table = ROLES.map((role) => [
    role,
    permissions.filter((permission) => may(role, permission)).join(' '),
  ])
  expect(table).toEqual([
    [
      'owner',
      'organizer.open team.read team.change owners.change orders.read orders.change orders.refund catalog.read catalog.change coupons.read coupons.change money.read money.change settings.read settings.change buyers.export privacy.change audit.read',
    ],
    [
      'manager',
      'organizer.open team.read team.change orders.read orders.change orders.refund catalog.read catalog.change coupons.read coupons.change money.read settings.read settings.change buyers.export privacy.change audit.read',
    ],
    [
      'box_office',
      'organizer.open team.read orders.read orders.change orders.refund catalog.read coupons.read',
    ],
    ['gate', 'organizer.open catalog.read'],
    ['analyst', 'organizer.open catalog.read coupons.read money.read settings.read'],
  ])
})

describe('a change of a role', () => {
  test.each([
    ['manager', { to: 'gate' }, true],
    ['manager', { from: 'manager', to: 'analyst' }, true],
    ['manager', { to: 'owner' }, false],
    ['manager', { from: 'owner', to: 'gate' }, false],
    ['manager', { from: 'owner' }, false],
    ['owner', { from: 'owner' }, true],
    ['box_office', { to: 'gate' }, false],
  ] as const)('by a %s, %o, is allowed: %s', (by, change, isAllowed) => {
    expect(mayChangeRole(by, change)).toBe(isAllowed)
  })
})
