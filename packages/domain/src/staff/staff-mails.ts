import type { Role } from './permissions.ts'
import type { StaffLinkKind } from './sign-in.ts'

/**
 * The kinds of mails to people of the back office, and what each carries beside the name of its
 * recipient. Links are not part of it: the outbox stores their tokens encrypted.
 */
export interface StaffMailDataOf {
  /** The link makes an account. */
  sign_up: Named
  /** The link sets a new password. */
  reset: Named
  /** The link joins a team. Strangers type names, so a mail shows them as `plainName` has them. */
  invitation: { organizer: string; role: Role; invitedBy: string | null }
  /** Somebody signed up with an address that has an account. */
  account_exists: Named
  /** A sign-in in a browser in which the person has never signed in. */
  new_device: Named & { device: string; network: string; at: string }
  account_changed: Named & { change: AccountChange; at: string }
  /** The DNS of a domain no longer names the organizer. */
  domain_proof: {
    organizer: string
    host: string
    /** The TXT record that is missing. */
    record: { name: string; value: string }
    /** When the domain is released; null: it was released. */
    endsAt: string | null
  }
}

interface Named {
  name: string
}

/** Changes of an account that its person has to know of, should it be somebody else who made them. */
export const ACCOUNT_CHANGE_TEXTS = {
  password: 'The password was changed',
  totp_added: 'An authenticator app was added',
  totp_removed: 'The authenticator app was removed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  recovery_codes: 'New recovery codes were made',
  recovery_code_used: 'A recovery code was used to sign in',
} as const
export type AccountChange = keyof typeof ACCOUNT_CHANGE_TEXTS

interface StaffMailRules {
  /** The link that it carries; null: it leads to the sign-in. */
  link: StaffLinkKind | null
  /** How long sending is retried: at most as long as the link works. */
  tryMinutes: number
}

export const STAFF_MAILS = {
  sign_up: { link: 'sign_up', tryMinutes: 6 * 60 },
  reset: { link: 'reset', tryMinutes: 30 },
  invitation: { link: 'invitation', tryMinutes: 24 * 60 },
  account_exists: { link: null, tryMinutes: 6 * 60 },
  new_device: { link: null, tryMinutes: 24 * 60 },
  account_changed: { link: null, tryMinutes: 24 * 60 },
  domain_proof: { link: null, tryMinutes: 24 * 60 },
} as const satisfies { readonly [K in keyof StaffMailDataOf]: StaffMailRules }

export type StaffMailKind = keyof StaffMailDataOf
export type StaffMailData = StaffMailDataOf[StaffMailKind]

export const STAFF_MAIL_KINDS = Object.keys(STAFF_MAILS) as readonly StaffMailKind[]
