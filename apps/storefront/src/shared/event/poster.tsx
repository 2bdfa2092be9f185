import { cx } from '@foyer/ui'
import { type SyntheticEvent, useCallback } from 'react'
import { useApp } from '../app-context.tsx'
import fallbackImage from './poster-fallback.svg?url'

type PosterFormat = 'poster' | 'wide' | 'thumb' | 'social'
type PosterTheme = 'dark' | 'light'

/** The pixels of each format reserve the picture's box before it loads. */
const SIZES: Record<PosterFormat, { width: number; height: number }> = {
  poster: { width: 800, height: 1000 },
  wide: { width: 1600, height: 900 },
  thumb: { width: 800, height: 800 },
  social: { width: 1200, height: 630 },
}

const DRAWN = /^(\/posters\/.*\/)(?:poster|wide|thumb|social)(?:-(?:dark|light))?\.svg$/

interface PictureAddress {
  /** As in the event, cart or order. */
  imageUrl: string
  format: PosterFormat
  theme: PosterTheme
  /** Path prefix of the tenant's pages: posters belong to a tenant. */
  base: string
  /** YYYY-MM-DD to print, if it is not the event's next date. */
  date?: string | undefined
}

/** The address of a drawn poster; an external picture keeps its own address. */
export function posterUrl({ imageUrl, format, theme, base, date }: PictureAddress): string {
  const folder = DRAWN.exec(imageUrl)?.[1]
  if (folder === undefined) return imageUrl || fallbackImage
  const file = `${base}${folder}${format}-${theme}.svg`
  return date ? `${file}?date=${date}` : file
}

interface PosterProps {
  /** With `imageUrl` as in the event, cart or order. */
  event: { imageUrl: string }
  format: PosterFormat
  /** The day bought as YYYY-MM-DD once it is chosen: the poster then prints it. */
  date?: string
  /** Another format from 640 px on, if the layout gives the picture another shape there. */
  formatFromSm?: PosterFormat
  /** The first visible picture: loaded at once, before the others. */
  priority?: boolean
  /** Takes part in the transition from the list to the event; at most one poster per screen. */
  isCarried?: boolean
  className?: string
}

/**
 * An event's picture in the current theme. The markup has both themes, since the server does not
 * know the buyer's; the hidden one is lazy, so it never loads. It has no alternative text, since
 * every screen shows the same facts as text beside it.
 */
export function Poster({ isCarried, className, ...picture }: PosterProps) {
  const box = cx(
    'block h-auto w-full bg-raised object-cover',
    className,
    isCarried && 'poster-carried',
  )
  if (!DRAWN.test(picture.event.imageUrl)) {
    return <PosterImage {...picture} theme="dark" className={box} />
  }
  return (
    <>
      <PosterImage {...picture} theme="dark" className={cx(box, 'light:hidden')} />
      <PosterImage {...picture} theme="light" priority={false} className={cx(box, 'dark:hidden')} />
    </>
  )
}

interface PosterImageProps extends PosterProps {
  theme: PosterTheme
}

function PosterImage(props: PosterImageProps) {
  const { event, format, formatFromSm, theme, date, priority = false, className } = props
  const { base } = useApp()
  const picture = { imageUrl: event.imageUrl, theme, base, date }
  const src = posterUrl({ ...picture, format })
  // The server's <img> may have failed before hydration: setting its source again repeats the
  // event.
  const recheck = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) image.src = image.getAttribute('src') ?? ''
  }, [])
  const image = (
    <img
      key={src}
      ref={recheck}
      src={src}
      alt=""
      {...SIZES[format]}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? 'sync' : 'async'}
      fetchPriority={priority ? 'high' : undefined}
      onError={(failure: SyntheticEvent<HTMLImageElement>) => showFallback(failure.currentTarget)}
      className={className}
    />
  )
  if (!formatFromSm) return image
  return (
    <picture>
      <source
        media="(width >= 40rem)"
        srcSet={posterUrl({ ...picture, format: formatFromSm })}
        {...SIZES[formatFromSm]}
      />
      {image}
    </picture>
  )
}

function showFallback(image: HTMLImageElement): void {
  if (image.currentSrc.endsWith(fallbackImage)) return
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
  image.src = fallbackImage
}
