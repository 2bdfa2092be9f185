import { PICTURE_FORMATS, type PictureFiles, type PictureFormat, pictureFiles } from '@foyer/domain'
import { cx } from '@foyer/ui'
import { type SyntheticEvent, useCallback } from 'react'
import { useApp } from '../app-context.tsx'
import fallbackImage from './poster-fallback.svg?url'

interface PictureAddress {
  /** As in the event, cart or order. */
  imageUrl: string
  format: PictureFormat
  /** Path prefix of the tenant's pages: pictures belong to a tenant. */
  base: string
  /** YYYY-MM-DD to print on a drawn poster, if it is not the event's own dates. */
  date?: string | undefined
}

/** The files of an event's picture in a format; a picture of another site keeps its own address. */
export const posterFiles = ({ imageUrl, ...address }: PictureAddress): PictureFiles =>
  pictureFiles(imageUrl, address) ?? { src: imageUrl || fallbackImage }

/** How wide the layouts show each format, so that browsers load no larger file than they need. */
const WIDTHS: Record<PictureFormat, string> = {
  poster: '(width >= 64rem) 25rem, (width >= 40rem) 45vw, 60vw',
  wide: '(width >= 64rem) 34rem, 100vw',
  thumb: '(width >= 40rem) 18rem, 100vw',
  social: '100vw',
}

interface PosterProps {
  /**
   * With `imageUrl` as in the event, cart or order, and `picture` if its text is to be read out:
   * where the picture is decoration beside the event's name, the caller leaves it out.
   */
  event: { imageUrl: string; picture?: { alt: string } | null }
  format: PictureFormat
  /** The day bought as YYYY-MM-DD once it is chosen: the poster then prints it. */
  date?: string
  /** Another format from 640 px on, if the layout gives the picture another shape there. */
  formatFromSm?: PictureFormat
  /** How wide the layout shows it, as the attribute `sizes`, if that is far from the usual. */
  sizes?: string
  /** The first visible picture: loaded at once, before the others. */
  priority?: boolean
  /** Takes part in the transition from the list to the event; at most one poster per screen. */
  isCarried?: boolean
  className?: string
}

/**
 * An event's picture: the organizer's, or the poster that is drawn from its data. It is the same in
 * both themes. A drawn poster has no alternative text, since every screen shows the same facts as
 * text beside it.
 */
export function Poster(props: PosterProps) {
  const { event, format, formatFromSm, date, sizes, priority = false } = props
  const { isCarried, className } = props
  const { base } = useApp()
  const filesOf = (shape: PictureFormat) => {
    const { src, srcSet } = posterFiles({ imageUrl: event.imageUrl, format: shape, base, date })
    return { src, srcSet, sizes: srcSet && (sizes ?? WIDTHS[shape]) }
  }
  const files = filesOf(format)
  // The server's <img> may have failed before hydration: setting its source again repeats the
  // event.
  const recheck = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) image.src = image.getAttribute('src') ?? ''
  }, [])
  const image = (
    <img
      key={files.src}
      ref={recheck}
      {...files}
      alt={event.picture?.alt ?? ''}
      {...PICTURE_FORMATS[format]}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? 'sync' : 'async'}
      fetchPriority={priority ? 'high' : undefined}
      onError={(failure: SyntheticEvent<HTMLImageElement>) => showFallback(failure.currentTarget)}
      className={cx(
        'block h-auto w-full bg-raised object-cover',
        className,
        isCarried && 'poster-carried',
      )}
    />
  )
  if (!formatFromSm) return image
  const wider = filesOf(formatFromSm)
  return (
    <picture>
      <source
        media="(width >= 40rem)"
        srcSet={wider.srcSet ?? wider.src}
        sizes={wider.sizes}
        {...PICTURE_FORMATS[formatFromSm]}
      />
      {image}
    </picture>
  )
}

function showFallback(image: HTMLImageElement): void {
  if (image.currentSrc.endsWith(fallbackImage)) return
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
  image.removeAttribute('srcset')
  image.src = fallbackImage
}
