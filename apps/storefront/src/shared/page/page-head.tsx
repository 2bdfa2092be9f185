import { PICTURE_FORMATS } from '@foyer/domain'
import { useApp } from '../app-context.tsx'

interface PagePreview {
  /** Below the tenant's base; the picture has 1200 x 630 pixels. */
  path: string
  alt: string
}

interface PageHeadProps {
  /** The page's title; the tenant's name is appended. Omitted on the tenant's front page. */
  title?: string
  description?: string
  /** Path of the canonical address, without the tenant's base: '/events-api/…'. */
  canonicalPath?: string
  /** What link previews show, if it is not the tenant's own picture. */
  preview?: PagePreview | undefined
  /**
   * Excludes the page from search engines, because it shows the data of one buyer or has no content
   * of its own.
   */
  isUnlisted?: boolean
}

/** The address of a link preview with its host, which programs of other sites need. */
export const previewUrl = (path: string, siteUrl: string): string => siteUrl + path

const PREVIEW_SIZE = PICTURE_FORMATS.social

/**
 * The head of the current page. React moves these elements into <head>, on the server and on every
 * navigation. Render it once per page.
 */
export function PageHead({
  title,
  description,
  canonicalPath,
  preview,
  isUnlisted,
}: PageHeadProps) {
  const { tenant } = useApp()
  const { name, tagline } = tenant
  // A shop needs no tagline.
  const fullTitle = title ? `${title} · ${name}` : tagline ? `${name} · ${tagline}` : name
  const summary = description ?? (tagline || name)
  const { path, alt } = preview ?? {
    path: tenant.previewPath,
    alt: tagline ? `${name}. ${tagline}` : name,
  }
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
      <meta property="og:image" content={previewUrl(path, tenant.siteUrl)} />
      <meta property="og:image:type" content={path.endsWith('.jpg') ? 'image/jpeg' : 'image/png'} />
      <meta property="og:image:width" content={String(PREVIEW_SIZE.width)} />
      <meta property="og:image:height" content={String(PREVIEW_SIZE.height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
