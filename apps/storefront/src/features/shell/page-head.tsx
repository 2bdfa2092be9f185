import { useApp } from '../../app-context.tsx'

interface PageHeadProps {
  /** Of this page; the tenant's name is appended. Left out on the tenant's front page. */
  title?: string
  description?: string
  /** Path of the page's one address, without the tenant's base: '/events-api/…'. */
  canonicalPath?: string
  /** For link previews, 1200 × 630; a path or a full address. */
  imageUrl?: string
  /** Shows one buyer's data, or nothing worth finding: kept out of search. */
  isUnlisted?: boolean
}

/**
 * What the document says of the page at hand. React moves these elements into <head>, on the server
 * and on every navigation. Render it once a page.
 */
export function PageHead({
  title,
  description,
  canonicalPath,
  imageUrl,
  isUnlisted,
}: PageHeadProps) {
  const { tenant, origin, base } = useApp()
  const fullTitle = title ? `${title} · ${tenant.name}` : `${tenant.name} · ${tenant.tagline}`
  const summary = description ?? tenant.tagline
  const address = canonicalPath === undefined ? undefined : origin + base + canonicalPath
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
      {imageUrl && <meta property="og:image" content={new URL(imageUrl, origin).href} />}
      {imageUrl && <meta name="twitter:card" content="summary_large_image" />}
    </>
  )
}
