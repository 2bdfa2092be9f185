import type { GuideList } from '@foyer/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { PageHead } from '../../shared/page/page-head.tsx'
import { platformPaths } from '../platform-paths.ts'
import { GuideSearch, ResultText } from './guide-search.tsx'
import { guideSearchQuery, guidesQuery } from './load-guides.ts'
import { readGuidesSearch } from './read-guides-search.ts'

/** The documentation's first page: its search, and all guides in groups or what was searched. */
export function GuidesPage() {
  const app = useApp()
  const { q } = useSearch(readGuidesSearch)
  const { data } = useSuspenseQuery(guidesQuery(app))
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead
        title={q ? `${q} · Documentation` : 'Documentation'}
        description="Guides for organizers, operators and engineers: selling with Foyer, running it, and how it is built."
        canonicalPath={platformPaths.guides().to}
        isUnlisted={q !== undefined}
      />
      <h1 className="font-display text-display font-bold">Documentation</h1>
      <p className="mt-4 max-w-prose text-base text-muted">
        How to sell with Foyer, how to run it, and how it is built.
      </p>
      <div className="mt-8 max-w-[36rem]">
        <GuideSearch key={q ?? ''} typed={q ?? ''} />
      </div>
      {q ? (
        <Results q={q} />
      ) : (
        data.groups.map((group) => <Group key={group.title} group={group} />)
      )}
    </div>
  )
}

function Group({ group: { title, guides } }: { group: GuideList['groups'][number] }) {
  return (
    <section className="mt-14 grid gap-x-12 gap-y-4 border-t border-edge pt-6 lg:grid-cols-[15rem_1fr]">
      <h2 className="font-display text-lg font-bold">{title}</h2>
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {guides.map(({ slug, title: name, summary }) => (
          <li key={slug}>
            <Link
              {...platformPaths.guide(slug)}
              className="link inline-block text-base font-semibold"
            >
              {name}
            </Link>
            <p className="mt-1 line-clamp-3 text-sm text-muted">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Results({ q }: { q: string }) {
  const { data } = useSuspenseQuery(guideSearchQuery(useApp(), q))
  const { results } = data
  return (
    <section aria-labelledby="results" className="mt-12 max-w-[42rem]">
      <h2 id="results" className="font-display text-lg font-bold">
        {results.length === 0 ? `Nothing found for “${q}”` : `Found for “${q}”`}
      </h2>
      {results.length === 0 && (
        <p className="mt-2 text-base text-muted">
          Try another word, or{' '}
          <Link {...platformPaths.guides()} className="link">
            look through all guides
          </Link>
          .
        </p>
      )}
      <ol className="mt-4">
        {results.map((result) => (
          <li key={`${result.slug}#${result.id}`} className="border-t border-edge">
            <Link
              {...platformPaths.guide(result.slug, result.id)}
              className="block py-4 hover:bg-hover"
            >
              <ResultText result={result} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
