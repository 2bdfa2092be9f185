import type { SocialNetwork } from '@foyer/domain'
import art from './art.svg?url'

interface ArtProps {
  /** A symbol of art.svg. */
  name: 'doorway' | SocialNetwork
  className: string
}

/**
 * A decorative drawing in the theme's colours. It is a file of its own, in neither the script nor
 * the page.
 */
export function Art({ name, className }: ArtProps) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${art}#${name}`} />
    </svg>
  )
}
