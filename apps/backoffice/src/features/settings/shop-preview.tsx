import type { ShopPreview as PreparedPreview } from '@foyer/contract'
import { cx, Notice, SelectInput, Skeleton, SkeletonGroup } from '@foyer/ui'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { failureText } from '../../data/failure-text.ts'

interface ShopPreviewProps {
  /** What is typed; the preview follows it. */
  draft: unknown
  /** Stores the draft for this session; null: it cannot be shown as it is. */
  prepare: () => Promise<PreparedPreview | null>
  /** The pages of the shop to look at, by path below it. */
  pages: readonly { path: string; name: string }[]
}

const WIDTHS = [
  { name: 'Phone', pixels: 390, height: 720 },
  { name: 'Desktop', pixels: 1280, height: 860 },
] as const

/** Longer than between two keys. */
const PAUSE_MS = 350

/**
 * The real pages of the shop with what is typed and not saved. The next version is loaded behind the
 * one that is shown and takes its place when it is complete, at the same place of the page.
 */
export function ShopPreview({ draft, prepare, pages }: ShopPreviewProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(WIDTHS[0])
  const [path, setPath] = useState(pages[0]?.path ?? '/')
  const openedNow = useRef<() => string | null>(() => null)
  const { prepared, failure, isUnfit } = usePrepared(draft, async () => {
    const next = await prepare()
    // A person who has gone on to another page in the frame stays there.
    setPath((chosen) => openedNow.current() ?? chosen)
    return next
  })
  const address = prepared && `${prepared.base}${path}${mark(path)}draft=${prepared.count}`
  const { frames, slots, front, hasLeft, onLoad } = useTwoFrames(address, prepared?.base)
  openedNow.current = () => openedPath(frames[front]?.current, prepared?.base)
  const box = useRef<HTMLDivElement>(null)
  const room = useWidthOf(box)
  const scale = Math.min(1, room / width.pixels) || 1
  const ids = useId()
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="flex-1 font-display text-lg font-bold">Preview</h2>
        {pages.length > 1 && (
          <SelectInput
            aria-label="Page"
            value={path}
            onChange={({ currentTarget }) => setPath(currentTarget.value)}
            className="w-40"
          >
            {!pages.some((page) => page.path === path) && (
              <option value={path}>The page you opened</option>
            )}
            {pages.map((page) => (
              <option key={page.path} value={page.path}>
                {page.name}
              </option>
            ))}
          </SelectInput>
        )}
        <fieldset className="flex gap-1">
          <legend className="sr-only">Width</legend>
          {WIDTHS.map((choice) => (
            <label
              key={choice.name}
              className="flex min-h-target items-center rounded-md border border-transparent px-3 text-sm text-muted has-checked:border-edge-strong has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={ids}
                checked={choice === width}
                onChange={() => setWidth(choice)}
                className="sr-only"
              />
              {choice.name}
            </label>
          ))}
        </fieldset>
      </div>
      {failure !== null && <Notice tone="warning">{failureText(failure)}</Notice>}
      {hasLeft && (
        <Notice announce="status">
          That link leads out of your shop, so the preview has come back.
        </Notice>
      )}
      <div
        ref={box}
        className="relative overflow-hidden rounded-md border border-edge bg-surface"
        style={{ height: width.height * Math.min(1, scale * (width.pixels > 390 ? 1.25 : 1)) }}
      >
        {slots[front] === undefined && isUnfit && (
          <p className="p-6 text-sm text-muted">The preview is here once the form is right.</p>
        )}
        {slots[front] === undefined && failure === null && !isUnfit && (
          <SkeletonGroup label="Loading: the preview" className="flex h-full flex-col gap-4 p-6">
            <Skeleton className="h-8 w-1/2" />
            <Skeleton className="h-40 w-full" />
            <Skeleton className="h-40 w-full" />
          </SkeletonGroup>
        )}
        {slots.map((src, slot) => (
          <iframe
            // biome-ignore lint/suspicious/noArrayIndexKey: two slots that stay
            key={slot}
            ref={frames[slot]}
            title={slot === front ? 'Preview of the shop' : 'The next preview'}
            src={src}
            onLoad={() => onLoad(slot)}
            className={cx('absolute top-0 border-0', (slot !== front || !src) && 'invisible')}
            style={{
              width: width.pixels,
              height: `${100 / scale}%`,
              left: Math.max(0, (room - width.pixels * scale) / 2),
              transform: `scale(${scale})`,
              transformOrigin: '0 0',
            }}
          />
        ))}
      </div>
      <p className="text-sm text-muted">
        These are the pages of your shop as they would be. Only you see them, and nothing can be
        bought here. Buyers see what is saved.
      </p>
    </section>
  )
}

/** What the server has stored of the newest draft, counted so that each has an address of its own. */
function usePrepared(draft: unknown, prepare: ShopPreviewProps['prepare']) {
  const [prepared, setPrepared] = useState<(PreparedPreview & { count: number }) | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isUnfit, setUnfit] = useState(false)
  const text = JSON.stringify(draft)
  const latest = useRef(prepare)
  latest.current = prepare
  // biome-ignore lint/correctness/useExhaustiveDependencies: each draft is stored
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      latest.current().then(
        (next) => {
          if (!isCurrent) return
          setUnfit(next === null)
          if (!next) return
          setFailure(null)
          setPrepared((before) => ({ ...next, count: (before?.count ?? 0) + 1 }))
        },
        (error: unknown) => isCurrent && setFailure(error),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return { prepared, failure, isUnfit }
}

type Frame = HTMLIFrameElement | null | undefined

/** Two frames: one is shown while the other loads. */
function useTwoFrames(address: string | null, base: string | undefined) {
  const first = useRef<HTMLIFrameElement>(null)
  const second = useRef<HTMLIFrameElement>(null)
  const frames: readonly RefObject<HTMLIFrameElement | null>[] = [first, second]
  const [hasLeft, setLeft] = useState(false)
  const [state, setState] = useState<{ slots: (string | undefined)[]; front: number }>({
    slots: [undefined, undefined],
    front: 0,
  })
  if (address && !state.slots.includes(address)) {
    const slots = state.slots.map((src, slot) => (slot === state.front ? src : address))
    setState({ ...state, slots })
  }
  const onLoad = (slot: number) => {
    const [shown, loaded] = [frames[state.front]?.current, frames[slot]?.current]
    if (slot === state.front) {
      // A link to another site, or to the office, which no frame may show.
      if (!state.slots[slot] || openedPath(loaded, base) !== null) return
      setLeft(true)
      loaded?.contentWindow?.location.replace(address ?? 'about:blank')
      return
    }
    if (state.slots[slot] !== address) return
    const isSamePage = openedPath(shown, base) === openedPath(loaded, base)
    loaded?.contentWindow?.scrollTo(0, isSamePage ? (shown?.contentWindow?.scrollY ?? 0) : 0)
    setLeft(false)
    setState({ ...state, front: slot })
  }
  return { frames, slots: state.slots, front: state.front, hasLeft, onLoad }
}

/** The page that a frame shows, by its path below the base; null if it has left the preview. */
function openedPath(frame: Frame, base: string | undefined): string | null {
  const location = locationOf(frame)
  if (!location || !base || !`${location.pathname}/`.startsWith(`${base}/`)) return null
  const query = new URLSearchParams(location.search)
  query.delete('draft')
  const path = location.pathname.slice(base.length) || '/'
  return query.size > 0 ? `${path}?${query}` : path
}

function locationOf(frame: Frame): { pathname: string; search: string } | null {
  try {
    const { pathname, search } = frame?.contentWindow?.location ?? {}
    return pathname === undefined ? null : { pathname, search: search ?? '' }
  } catch {
    // A page of another origin does not say where it is.
    return null
  }
}

/** What begins another parameter of a path. */
const mark = (path: string) => (path.includes('?') ? '&' : '?')

function useWidthOf(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
