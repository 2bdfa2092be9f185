import { type Claim, readMoreOf } from '@foyer/domain'
import { Link } from '../../routing/link.tsx'

/** A claim as a link to the page that proves it; a sample, which has none, as plain text. */
export function Proven({ claim }: { claim: Claim }) {
  const readMore = readMoreOf(claim)
  if (!readMore) return claim.text
  return (
    <Link to={readMore} className="proven">
      {claim.text}
    </Link>
  )
}

/** The mark of what customers have to replace by their own words and figures. */
export const SampleMark = () => <span className="sample-mark">Sample</span>
