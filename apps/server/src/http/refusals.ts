import { refused } from '@foyer/contract'

/** Refusals of the HTTP layer itself. Each text is written once; those of use cases are in engine/refusals.ts. */

export const NOT_FOUND = refused('not_found', 'There is nothing at this address.')

export const UNKNOWN_TENANT = refused('unknown_tenant', 'There is no such organizer here.')

export const UNSUPPORTED_MEDIA_TYPE = refused('unsupported_media_type', 'Send the body as JSON.')

export const PAYLOAD_TOO_LARGE = refused('payload_too_large', 'The request is too large.')

export const MALFORMED_BODY = refused('malformed_body', 'The body is not valid JSON.')

export const NOT_A_FILE = refused(
  'unsupported_media_type',
  'Send the file itself as application/octet-stream.',
)

export const BROKEN_OFF = refused('malformed_body', 'The file did not arrive as a whole.')
