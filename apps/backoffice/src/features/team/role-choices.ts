import { mayChangeRole, ROLE_TEXTS, ROLES, type Role } from '@foyer/domain'

/** The roles to choose from. Those that this person may not give are shown, with the reason. */
export const roleChoices = (by: Role) =>
  ROLES.map((role) => {
    const isDisabled = !mayChangeRole(by, { to: role })
    return {
      value: role,
      name: ROLE_TEXTS[role].name,
      summary: isDisabled ? 'Only an owner can appoint owners.' : `${ROLE_TEXTS[role].summary}.`,
      isDisabled,
    }
  })
