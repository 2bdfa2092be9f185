import { createHash } from 'node:crypto'

/** Ids derived from names, so that a link into the demo stays valid after a new seed. */
export const idOf = (...names: readonly (string | number)[]): string => {
  const hex = createHash('sha256')
    .update(['demo', ...names].join('/'))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
