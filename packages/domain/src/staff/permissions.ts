/**
 * What people who work for an organizer may do. One table, which the server asks before each call
 * and the back office before it shows a screen or a button.
 */

/** The roles of an organizer's members, the one with the most rights first. */
export const ROLES = ['owner', 'manager', 'box_office', 'gate', 'analyst'] as const
export type Role = (typeof ROLES)[number]

/** What a person is called over all organizers: the role with the most rights, or 'user' without one. */
export const PERSON_ROLES = [...ROLES, 'user'] as const
export const personRoleOf = (roles: readonly Role[]): (typeof PERSON_ROLES)[number] =>
  ROLES.find((role) => roles.includes(role)) ?? 'user'

/** How people read about a role, for example where one is chosen. */
export const ROLE_TEXTS = {
  owner: { name: 'Owner', summary: 'Everything, and the only role that appoints other owners' },
  manager: { name: 'Manager', summary: 'Runs the shop: events, orders, money and the team' },
  box_office: { name: 'Box office', summary: 'Helps buyers: looks up and changes their orders' },
  gate: { name: 'Gate', summary: 'Admits visitors: scans tickets at the door' },
  analyst: { name: 'Analyst', summary: 'Reads figures and reports, and changes nothing' },
} as const satisfies Record<Role, { name: string; summary: string }>

interface PermissionRow {
  /** What it allows, as a sentence about the person continues: 'may ...'. */
  text: string
  roles: readonly Role[]
}

/** The table of permissions: a new one is a line here. */
export const PERMISSIONS = {
  'organizer.open': { text: 'open the back office', roles: ROLES },
  'team.read': { text: 'see who is on the team', roles: ['owner', 'manager', 'box_office'] },
  'team.change': {
    text: 'invite people, change their roles and remove them',
    roles: ['owner', 'manager'],
  },
  'owners.change': { text: 'appoint, change and remove owners', roles: ['owner'] },
  'orders.read': {
    text: 'find orders and see them',
    roles: ['owner', 'manager', 'box_office'],
  },
  'orders.change': {
    text: 'change orders for their buyers, correct their names and addresses and write notes',
    roles: ['owner', 'manager', 'box_office'],
  },
  'orders.refund': {
    text: 'refund orders and give tickets away',
    roles: ['owner', 'manager', 'box_office'],
  },
  'catalog.read': { text: 'see venues, events, tickets and dates', roles: ROLES },
  'catalog.change': {
    text: 'create and change venues, events, tickets and dates',
    roles: ['owner', 'manager'],
  },
  'coupons.read': {
    text: 'see coupons and checkout rules',
    roles: ['owner', 'manager', 'box_office', 'analyst'],
  },
  'coupons.change': {
    text: 'create and change coupons and checkout rules',
    roles: ['owner', 'manager'],
  },
  'money.read': {
    text: 'see where the money goes and what was paid out',
    roles: ['owner', 'manager', 'analyst'],
  },
  'money.change': { text: 'decide where the money goes', roles: ['owner'] },
  'settings.read': {
    text: 'see the settings of the shop',
    roles: ['owner', 'manager', 'analyst'],
  },
  'settings.change': {
    text: 'change the settings of the shop',
    roles: ['owner', 'manager'],
  },
  'buyers.export': { text: 'export orders with their buyers', roles: ['owner', 'manager'] },
  'privacy.change': {
    text: 'see, export and erase what is stored about a person',
    roles: ['owner', 'manager'],
  },
  'audit.read': { text: 'read the audit log', roles: ['owner', 'manager'] },
} as const satisfies Record<string, PermissionRow>

export type Permission = keyof typeof PERMISSIONS

/** Whether a member with this role has the permission. */
export const may = (role: Role, permission: Permission): boolean =>
  PERMISSIONS[permission].roles.some((granted) => granted === role)

/**
 * Whether a member with role `by` may give somebody the role `to`, or change or remove somebody who
 * has the role `from`.
 */
export function mayChangeRole(by: Role, { from, to }: { from?: Role; to?: Role }): boolean {
  const needsOwner = from === 'owner' || to === 'owner'
  return may(by, needsOwner ? 'owners.change' : 'team.change')
}
