import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { PageHead } from '../../shared/page/page-head.tsx'
import { platformPaths } from '../platform-paths.ts'
import { GuideBlocks } from './guide-blocks.tsx'
import { Contents, GuideNav } from './guide-nav.tsx'
import { GuideSearch } from './guide-search.tsx'
import { guideQuery, guidesQuery } from './load-guides.ts'

/** One guide: text at a reader's width, all guides at its left, its sections at its right. */
export function GuidePage() {
  const app = useApp()
  const { slug = '' } = useParams()
  const { data: guide } = useSuspenseQuery(guideQuery(app, slug))
  const { data: list } = useSuspenseQuery(guidesQuery(app))
  const all = list.groups.flatMap(({ guides }) => guides)
  const at = all.findIndex((each) => each.slug === slug)
  const next = all[at + 1]
  return (
    <div className="mx-auto grid max-w-page gap-x-12 px-4 pt-6 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-10 xl:grid-cols-[13rem_minmax(0,1fr)_12rem]">
      <PageHead
        title={guide.title}
        description={guide.summary}
        canonicalPath={platformPaths.guide(slug).to}
      />
      <div className="max-lg:hidden">
        <nav
          aria-label="Guides"
          className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto pb-6"
        >
          <GuideNav groups={list.groups} current={slug} />
        </nav>
      </div>
      <div className="min-w-0">
        <div className="max-w-[36rem]">
          <GuideSearch key={slug} />
        </div>
        <article className="mt-8 text-base lg:mt-12">
          <p className="text-sm text-muted">
            <Link {...platformPaths.guides()} className="link">
              Documentation
            </Link>
            {' · '}
            {guide.group}
          </p>
          <h1 className="mt-3 max-w-[20ch] font-display text-display leading-[1.05] font-bold text-balance">
            {guide.title}
          </h1>
          <div className="guide-text mt-8">
            <GuideBlocks blocks={guide.blocks} />
          </div>
        </article>
        {next && (
          <p className="mt-16 max-w-[36rem] border-t border-edge pt-6 text-sm text-muted">
            Next
            <Link
              {...platformPaths.guide(next.slug)}
              className="link mt-1 block font-display text-lg font-bold text-text"
            >
              {next.title}
            </Link>
          </p>
        )}
        <details className="mt-10 border-t border-edge lg:hidden">
          <summary className="flex min-h-14 cursor-pointer items-center font-semibold">
            All guides
          </summary>
          <nav aria-label="Guides" className="pb-4">
            <GuideNav groups={list.groups} current={slug} />
          </nav>
        </details>
      </div>
      <div className="max-xl:hidden">
        <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto pb-6">
          <Contents blocks={guide.blocks} />
        </div>
      </div>
    </div>
  )
}
