import type { SitePageView } from '@foyer/contract'
import { useApp } from '../../shared/app-context.tsx'
import { PageHead } from '../../shared/page/page-head.tsx'
import { Contents, PageBlocks } from './page-blocks.tsx'

interface TextPageProps {
  page: SitePageView
  canonicalPath: string
}

/** A page of text with its contents beside it. */
export function TextPage({ page, canonicalPath }: TextPageProps) {
  const { tenant } = useApp()
  return (
    <article className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead title={page.title} description={page.summary} canonicalPath={canonicalPath} />
      <h1 className="font-display text-title font-bold">{page.title}</h1>
      {page.updatedAt && (
        <p className="mt-3 text-sm text-muted">
          Updated <time dateTime={page.updatedAt}>{formatDay(page.updatedAt, tenant.locale)}</time>
        </p>
      )}
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,33rem)_minmax(0,1fr)]">
        <div className="order-last lg:order-first">
          <PageBlocks blocks={page.blocks} />
        </div>
        <Contents blocks={page.blocks} />
      </div>
    </article>
  )
}

const formatDay = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))
