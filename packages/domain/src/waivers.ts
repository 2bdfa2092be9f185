/** The rules of a waiver: what a participant fills in, and what is hashed once it is signed. */

/** The specification's text for a waiver that cannot be accepted yet. */
export const WAIVER_INCOMPLETE = 'Please complete all required fields and agreements'

/** Maximum lengths, in characters. */
export const WAIVER_LIMITS = { text: 20_000, name: 100, signature: 12_000 } as const

/** The area that a signature is drawn in; its path has whole coordinates inside it. */
export const SIGNATURE_BOX = { width: 600, height: 200 } as const

export const SIGNATURE_KINDS = ['typed', 'drawn'] as const
export type SignatureKind = (typeof SIGNATURE_KINDS)[number]

export interface Signature {
  kind: SignatureKind
  /** The typed name, or the strokes as an SVG path of lines: 'M10 20L30 40'. */
  value: string
}

const STROKES = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/

/** Whether a signature is one: a name that is not empty, or at least one drawn line. */
export const isSignature = ({ kind, value }: Signature): boolean =>
  kind === 'typed' ? value.trim() !== '' && value.length <= WAIVER_LIMITS.name : STROKES.test(value)

/** What a participant fills in. */
export interface WaiverForm {
  name: string
  /** Whether somebody signs for a minor. */
  isMinor: boolean
  guardianName: string
  signature: Signature
  agreedToTerms: boolean
  agreedToRisks: boolean
}

/** Whether everything required is filled in and agreed to. The e-mail address is checked by its own rule. */
export const isWaiverComplete = (form: WaiverForm): boolean =>
  form.name.trim() !== '' &&
  (!form.isMinor || form.guardianName.trim() !== '') &&
  isSignature(form.signature) &&
  form.agreedToTerms &&
  form.agreedToRisks

export interface SignedWaiver {
  text: string
  participantName: string
  guardianName: string | null
  signature: Signature
  /** An instant in UTC with milliseconds: '2026-11-21T19:00:00.000Z'. */
  signedAt: string
}

/**
 * The text whose SHA-256 (over its UTF-8 bytes, in hex) is stored with a signature. A JSON list, since
 * joined texts could be split elsewhere and give the same hash.
 */
export const waiverRecord = (waiver: SignedWaiver): string =>
  JSON.stringify([
    waiver.text,
    waiver.participantName,
    waiver.guardianName,
    waiver.signature.kind,
    waiver.signature.value,
    waiver.signedAt,
  ])

/**
 * Who of an order signs: one for each person that a ticket admits. The first of a ticket is known by its
 * number, the others by both: '3', '3-2', '3-3'.
 */
export const participantId = (ticketNumber: number, place: number): string =>
  place === 1 ? String(ticketNumber) : `${ticketNumber}-${place}`
