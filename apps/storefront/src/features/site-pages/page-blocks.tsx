import type { PageBlock, TextSpan } from '@foyer/contract'
import { cx } from '@foyer/ui'
import { useApp } from '../../shared/app-context.tsx'

/** Renders a page's text. The text holds no markup: every element is created here. */
export function PageBlocks({ blocks }: { blocks: readonly PageBlock[] }) {
  return (
    // 68 characters of this font. The unit `ch` is the width of its zero, which is wider than its
    // letters.
    <div className="max-w-[33rem] text-base">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's blocks never change places
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: PageBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p className="mt-4 first:mt-0">
        <Spans spans={block.spans} />
      </p>
    )
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List
        className={`mt-4 grid gap-2 ps-5 marker:text-muted ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}
      >
        {block.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page's items never change places
          <li key={index} className="ps-1">
            <Spans spans={item} />
          </li>
        ))}
      </List>
    )
  }
  return block.level === 2 ? (
    <h2 id={block.id} className="mt-12 scroll-mt-8 font-display text-lg font-bold">
      {block.text}
    </h2>
  ) : (
    <h3 id={block.id} className="mt-8 scroll-mt-8 font-semibold">
      {block.text}
    </h3>
  )
}

function Spans({ spans }: { spans: readonly TextSpan[] }) {
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never change places
    <Span key={index} span={span} />
  ))
}

function Span({ span: { text, href, strong, em } }: { span: TextSpan }) {
  const { base } = useApp()
  const emphasized = em ? <em>{text}</em> : text
  const words = strong ? <strong className="font-semibold">{emphasized}</strong> : emphasized
  if (href === undefined) return words
  // A path is relative to the tenant's base.
  return (
    <a href={href.startsWith('/') ? base + href : href} className="link">
      {words}
    </a>
  )
}

type Heading = Extract<PageBlock, { kind: 'heading' }>

/** A page with fewer sections needs no contents. */
const FEWEST = 4

/**
 * The sections of a page, at its side; on a small window above its text, if its sections have
 * parts.
 */
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
