import { VisuallyHidden } from '@foyer/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Changes are collected this long, so that a rush is announced in one sentence. */
const GATHER_MILLISECONDS = 3000

interface LiveNewsProps {
  /** Empty until they are loaded. */
  offers: readonly Offer[]
  /** Plural: 'times'. */
  noun: string
}

/** Politely announces to a screen reader what changed while the page was open. */
export function LiveNews({ offers, noun }: LiveNewsProps) {
  const [text, setText] = useState('')
  const heard = useRef(levelsOf(offers))
  const signature = offers.map(({ id, level }) => `${id} ${level}`).join()
  const speak = useEffectEvent(() => {
    const news = newsOf(heard.current, offers, noun)
    heard.current = levelsOf(offers)
    if (news) setText(news)
  })
  // The list may be empty at first and load later. Later changes are compared with its first levels.
  const hearFirst = useEffectEvent(() => {
    heard.current = new Map([...levelsOf(offers), ...heard.current])
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature shows a change
  useEffect(() => {
    hearFirst()
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      speak()
    }, GATHER_MILLISECONDS)
  }, [signature])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

/** One thing on sale, as it is announced. */
interface Offer {
  id: string
  /** '10:00 AM' */
  name: string
  /** '3 left' */
  words: string
  /** Coarser than the text: only a change of level is announced. */
  level: string
}

const MOST_NAMED = 3

/**
 * The announcement of the changes between two states; '' if there is none. `noun` is the plural of
 * what is on sale: 'times'.
 */
export function newsOf(
  before: ReadonlyMap<string, string>,
  offers: readonly Offer[],
  noun: string,
): string {
  const changed = offers.filter(({ id, level }) => before.has(id) && before.get(id) !== level)
  if (changed.length > MOST_NAMED) return `Availability of ${changed.length} ${noun} has changed.`
  return changed.map(({ name, words }) => `${name}: ${words}.`).join(' ')
}

export const levelsOf = (offers: readonly Offer[]): ReadonlyMap<string, string> =>
  new Map(offers.map(({ id, level }) => [id, level]))
