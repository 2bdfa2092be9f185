import { createHash } from 'node:crypto'
import { type Refused, refused } from '@foyer/contract'

/**
 * Two people may edit the same thing. What a form reads has a version, a digest of what it shows; a
 * change sends it back. A digest needs no column, and is right however the thing was changed.
 */
export const withVersion = <View extends object>(view: View): View & { version: string } => ({
  ...view,
  version: createHash('sha256').update(JSON.stringify(view)).digest('hex').slice(0, 20),
})

/**
 * The refusal of a change that was made over an older version; null if nobody else changed the thing.
 * `current` is the view of {@link withVersion}, read behind the lock of the rows that the change writes.
 */
export const changedSince = (
  version: string,
  current: { version: string },
): Refused<'changed_meanwhile'> | null =>
  version === current.version
    ? null
    : refused(
        'changed_meanwhile',
        'Somebody else changed this while you were editing. Nothing of yours was saved yet.',
        { current },
      )
