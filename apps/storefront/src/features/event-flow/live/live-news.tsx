import { VisuallyHidden } from '@foyer/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { levelsOf, newsOf, type Offer } from './news.ts'

/** Changes are gathered this long, so that a rush is heard as one sentence and not as a ticker. */
const GATHER_MILLISECONDS = 3000

interface LiveNewsProps {
  /** Empty until they are known. */
  offers: readonly Offer[]
  /** Plural, 'times'. */
  noun: string
}

/** Tells a screen reader politely what changed while the page was open. */
export function LiveNews({ offers, noun }: LiveNewsProps) {
  const [text, setText] = useState('')
  const heard = useRef(levelsOf(offers))
  const signature = offers.map(({ id, level }) => `${id} ${level}`).join()
  const speak = useEffectEvent(() => {
    const news = newsOf(heard.current, offers, noun)
    heard.current = levelsOf(offers)
    if (news) setText(news)
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature is what tells of a change
  useEffect(() => {
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
