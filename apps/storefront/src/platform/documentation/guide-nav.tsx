import type { GuideBlock, GuideList } from '@foyer/contract'
import { cx } from '@foyer/ui'
import { Link } from '../../routing/link.tsx'
import { platformPaths } from '../platform-paths.ts'

/** All guides in groups, with the current one marked. */
export function GuideNav({ groups, current }: { groups: GuideList['groups']; current: string }) {
  return groups.map(({ title, guides }) => (
    <section key={title} className="mt-7 first:mt-0">
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-1 text-sm">
        {guides.map(({ slug, title: name }) => (
          <li key={slug}>
            <Link
              {...platformPaths.guide(slug)}
              className={cx(
                'flex min-h-9 items-center border-s-2 py-1 ps-3 leading-snug transition-colors hover:text-text',
                slug === current
                  ? 'border-accent font-semibold text-text'
                  : 'border-edge text-muted',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** A guide with fewer sections needs no contents. */
const FEWEST = 3

/** The sections of a guide, beside its text where there is room. */
export function Contents({ blocks }: { blocks: readonly GuideBlock[] }) {
  const sections = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [block] : [],
  )
  if (sections.length < FEWEST) return null
  return (
    <nav aria-label="On this page" className="text-sm">
      <h2 className="font-semibold">On this page</h2>
      <ul className="mt-1">
        {sections.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-8 items-center py-1 leading-snug text-muted underline-offset-4 hover:text-text hover:underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
