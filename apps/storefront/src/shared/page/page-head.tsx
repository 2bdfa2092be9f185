import { useApp } from '../app-context.tsx'
import { posterFiles } from '../event/poster.tsx'

interface PageHeadProps {
  /** The page's title; the tenant's name is appended. Omitted on the tenant's front page. */
  title?: string
  description?: string
  /** Path of the canonical address, without the tenant's base: '/events-api/…'. */
  canonicalPath?: string
  /** The event whose poster link previews show. */
  picture?: { imageUrl: string } | undefined
  /**
   * Excludes the page from search engines, because it shows the data of one buyer or has no content
   * of its own.
   */
  isUnlisted?: boolean
}

/** The poster for link previews, 1200 × 630, as an absolute address. */
export const previewUrl = (imageUrl: string, siteUrl: string): string => {
  const { origin, pathname } = new URL(siteUrl)
  const base = pathname === '/' ? '' : pathname
  return new URL(posterFiles({ imageUrl, format: 'social', base }).src, origin).href
}

/**
 * The head of the current page. React moves these elements into <head>, on the server and on every
 * navigation. Render it once per page.
 */
export function PageHead({
  title,
  description,
  canonicalPath,
  picture,
  isUnlisted,
}: PageHeadProps) {
  const { tenant } = useApp()
  const fullTitle = title ? `${title} · ${tenant.name}` : `${tenant.name} · ${tenant.tagline}`
  const summary = description ?? tenant.tagline
  const imageUrl = picture && previewUrl(picture.imageUrl, tenant.siteUrl)
  const address = canonicalPath === undefined ? undefined : tenant.siteUrl + canonicalPath
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {isUnlisted && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={tenant.name} />
      <meta property="og:title" content={title ?? tenant.name} />
      <meta property="og:description" content={summary} />
      <meta property="og:type" content="website" />
      {address && <meta property="og:url" content={address} />}
      {imageUrl && <meta property="og:image" content={imageUrl} />}
      {imageUrl && <meta name="twitter:card" content="summary_large_image" />}
    </>
  )
}
