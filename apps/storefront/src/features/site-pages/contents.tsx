import type { PageBlock } from '@foyer/contract'
import { cx } from '@foyer/ui'

type Heading = Extract<PageBlock, { kind: 'heading' }>

/** A page with fewer sections is seen at a glance. */
const FEWEST = 4

/** What a page is about, at its side; before its words on a small window, where its sections have parts. */
export function Contents({ blocks }: { blocks: readonly PageBlock[] }) {
  const sections = blocks.filter(
    (block): block is Heading => block.kind === 'heading' && block.level === 2,
  )
  if (sections.length < FEWEST) return null
  const hasParts = blocks.some((block) => block.kind === 'heading' && block.level === 3)
  return (
    <nav
      aria-label="On this page"
      className={cx('lg:sticky lg:top-8 lg:self-start', !hasParts && 'max-lg:hidden')}
    >
      <ul className="flex flex-wrap gap-x-6 text-sm lg:block lg:border-s lg:border-edge">
        {sections.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-target items-center text-muted underline underline-offset-4 transition-colors hover:text-text lg:ps-4 lg:no-underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
