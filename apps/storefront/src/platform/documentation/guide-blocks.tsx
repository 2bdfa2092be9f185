import type { GuideBlock, GuideRun } from '@foyer/contract'
import { Link } from '../../routing/link.tsx'

/** Renders a guide. Its text holds no markup: every element is created here. */
export function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  let tables = 0
  return blocks.map((block, index) => {
    if (block.kind === 'table') tables += 1
    // biome-ignore lint/suspicious/noArrayIndexKey: a guide's blocks never change their order
    return <Block key={index} block={block} number={tables} />
  })
}

const HEADINGS = {
  2: { Tag: 'h2', style: 'mt-14 font-display text-lg font-bold' },
  3: { Tag: 'h3', style: 'mt-9 font-display text-base font-bold' },
  4: { Tag: 'h4', style: 'mt-8 text-base font-semibold' },
} as const

/** `number` counts the guide's tables up to this block. */
function Block({ block, number }: { block: GuideBlock; number: number }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />
    case 'paragraph':
      return (
        <p className="mt-4">
          <Runs runs={block.runs} />
        </p>
      )
    case 'quote':
      return (
        <blockquote className="mt-6 border-s-2 border-accent ps-5 text-muted">
          <Runs runs={block.runs} />
        </blockquote>
      )
    case 'list':
      return <List block={block} />
    case 'code':
      return (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard
          tabIndex={0}
          className="mt-5 overflow-x-auto rounded-md bg-surface p-4 text-sm leading-relaxed"
        >
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return <Table block={block} number={number} />
    case 'picture':
      return (
        <img
          src={block.src}
          alt={block.alt}
          width={block.width}
          height={block.height}
          loading="lazy"
          className="mt-6 h-auto max-h-[36rem] w-auto max-w-full rounded-md border border-edge"
        />
      )
  }
}

type Of<Kind extends GuideBlock['kind']> = { block: Extract<GuideBlock, { kind: Kind }> }

/** The heading is a link to itself, so that its address can be copied. */
function Heading({ block: { level, id, text } }: Of<'heading'>) {
  const { Tag, style } = HEADINGS[level]
  return (
    <Tag id={id} className={`scroll-mt-6 text-balance ${style}`}>
      <a href={`#${id}`} className="underline-offset-4 hover:underline">
        {text}
      </a>
    </Tag>
  )
}

const DEPTHS = ['ms-0', 'ms-6', 'ms-12'] as const

function List({ block: { isOrdered, items } }: Of<'list'>) {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag
      className={`mt-4 grid gap-2 ps-5 marker:text-muted ${isOrdered ? 'list-decimal' : 'list-disc'}`}
    >
      {items.map(({ depth, runs }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a guide's items never change their order
        <li key={index} className={`ps-1 ${DEPTHS[depth] ?? DEPTHS[2]}`}>
          <Runs runs={runs} />
        </li>
      ))}
    </Tag>
  )
}

function Table({ block: { head, rows }, number }: Of<'table'> & { number: number }) {
  return (
    <section
      // Regions of one page need names that differ.
      aria-label={`Table ${number}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
      tabIndex={0}
      className="mt-6 overflow-x-auto"
    >
      <table className="w-full min-w-120 text-start text-sm">
        <thead>
          <tr className="border-b border-edge-strong">
            {head.map((runs, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                key={index}
                scope="col"
                className="py-2 pe-5 text-start align-bottom font-semibold"
              >
                <Runs runs={runs} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order
            <tr key={index} className="border-b border-edge">
              {row.map((runs, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                <td key={column} className="min-w-28 py-2.5 pe-5 align-top">
                  <Runs runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Runs({ runs }: { runs: readonly GuideRun[] }) {
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs of one text never change their order
    <Run key={index} run={run} />
  ))
}

function Run({ run: { text, href, strong, em, code } }: { run: GuideRun }) {
  const plain = code ? (
    <code className="rounded-sm bg-surface px-1 py-0.5 text-[0.9em] break-words">{text}</code>
  ) : (
    text
  )
  const emphasized = em ? <em>{plain}</em> : plain
  const words = strong ? <strong className="font-semibold">{emphasized}</strong> : emphasized
  if (href === undefined) return words
  if (href.startsWith('/')) {
    return (
      <Link to={href} className="link">
        {words}
      </Link>
    )
  }
  return (
    <a href={href} className="link">
      {words}
    </a>
  )
}
