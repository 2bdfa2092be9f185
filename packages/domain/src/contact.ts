/** Rules for the data that buyers enter about themselves; the forms and the server share them. */

/** The most characters that each field takes. */
export const DETAIL_LIMITS = {
  firstName: 80,
  lastName: 80,
  email: 254,
  phone: 40,
  address: 200,
  city: 100,
  state: 100,
  zipCode: 20,
} as const

/**
 * A name as it was meant: one line, since a pasted one may have tabs and line ends, and empty if nobody can
 * see anything of it.
 */
export function nameLine(typed: string): string {
  const line = typed.replace(/\s+/g, ' ').trim()
  return /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u.test(line) ? line : ''
}

/** The whole name of a person, who may have one name alone. */
export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string
  lastName: string
}): string => `${firstName} ${lastName}`.trim()

/** What stands before the @: RFC 5322's atoms. Other letters there need mail servers that few have. */
const MAILBOX = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+){0,63}$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/**
 * An address as mail servers read it: without the characters that nobody sees and that come with what is
 * pasted, and with a domain in other letters in its ASCII form: 'ada@müller.example' is
 * 'ada@xn--mller-kva.example'. Any other text stays as it is.
 */
export function mailAddress(typed: string): string {
  const visible = typed
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
  const at = visible.lastIndexOf('@')
  const domain = visible.slice(at + 1)
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u.test(domain)) return visible
  if (/^[A-Za-z0-9.-]+$/.test(domain)) return visible
  try {
    return visible.slice(0, at + 1) + new URL(`http://${domain}`).hostname
  } catch {
    return visible
  }
}

/** Whether a text looks like a mail address; only sending shows whether it exists. */
export function isEmail(typed: string): boolean {
  const address = mailAddress(typed)
  const at = address.lastIndexOf('@')
  const labels = address.slice(at + 1).split('.')
  return (
    at > 0 &&
    at <= 64 &&
    MAILBOX.test(address.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    /[A-Za-z]/.test(labels.at(-1) ?? '') &&
    (labels.at(-1) ?? '').length > 1
  )
}

/** The billing address of an order that stores none. */
export const NO_ADDRESS = { address: '', city: '', state: '', zipCode: '', country: '' } as const

/** Masks an address so that its owner recognises it and others cannot use it: 'ada@example.com' is 'a***@example.com'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 0 ? `${first}***${email.slice(at)}` : ''
}

/** Whether an address was masked by {@link maskEmail}. */
export const isMaskedEmail = (email: string): boolean => /^.\*{3}@/u.test(email)
