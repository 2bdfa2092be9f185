import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that the files below are in: that of the program. */
export const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
const DECISIONS = 'docs/decisions'

export interface GuideFile {
  slug: string
  /** Below {@link ROOT}. */
  file: string
  /** Replaces the document's own title. */
  title?: string
}

const guide = (slug: string, file: string): GuideFile => ({ slug, file })

/** The documents that readers of /documentation look for, in their order. */
export const GROUPS: readonly { title: string; guides: readonly GuideFile[] }[] = [
  {
    title: 'For organizers',
    guides: [
      guide('first-event', 'docs/organizers.md'),
      guide('pictures', 'docs/guides/pictures.md'),
      guide('running-a-campaign', 'docs/guides/running-a-campaign.md'),
      guide('answering-a-customer', 'docs/guides/answering-a-customer.md'),
      guide('refunds-and-changes', 'docs/guides/refunds-and-changes.md'),
      guide('at-the-door', 'docs/guides/at-the-door.md'),
      guide('buying-on-a-phone', 'docs/buying-on-a-phone.md'),
      guide('product', 'docs/product.md'),
      guide('pricing', 'docs/pricing.md'),
      guide('claims', 'docs/claims.md'),
      guide('permissions', 'docs/permissions.md'),
    ],
  },
  {
    title: 'Running Foyer',
    guides: [
      { ...guide('quick-start', 'README.md'), title: 'Quick start' },
      guide('operations', 'docs/operations.md'),
      guide('losing-the-primary', 'docs/guides/losing-the-primary.md'),
      guide('security', 'docs/security.md'),
      guide('reporting-a-weakness', 'SECURITY.md'),
      guide('privacy', 'docs/privacy.md'),
      guide('reliability', 'docs/reliability.md'),
      guide('performance', 'docs/performance.md'),
      guide('scale', 'docs/scale.md'),
    ],
  },
  {
    title: 'How it is built',
    guides: [
      guide('architecture', 'docs/ARCHITECTURE.md'),
      guide('glossary', 'docs/glossary.md'),
      guide('locking', 'docs/locking.md'),
      guide('walkthrough', 'docs/walkthrough-of-a-changed-order.md'),
      guide('design', 'docs/design.md'),
    ],
  },
  {
    title: 'Decisions',
    guides: readdirSync(join(ROOT, DECISIONS))
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => guide(basename(file, '.md'), `${DECISIONS}/${file}`)),
  },
]
