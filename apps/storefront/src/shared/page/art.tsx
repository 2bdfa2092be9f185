import type { SocialNetwork } from '@foyer/domain'
import art from './art.svg?url'

interface ArtProps {
  /** A symbol of art.svg. */
  name: 'doorway' | SocialNetwork
  className: string
}

/** A decorative drawing in the theme's colours, kept out of the script and of the page. */
export function Art({ name, className }: ArtProps) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${art}#${name}`} />
    </svg>
  )
}
