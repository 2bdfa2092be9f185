import { SEARCH_LIMITS } from '@foyer/domain'
import { useCallback, useEffect, useRef } from 'react'

/** After the last key; a search is asked for as often as somebody pauses. */
const PAUSE_MILLISECONDS = 200

/**
 * Keeps a search field and the address together: what is typed goes there after a pause, and what
 * Back or a link puts there comes into the field. The field is the browser's own, so that words typed
 * before the app is there are not lost.
 */
export function useTypedQuery(query: string, onQuery: (query: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the address says, or will in a moment. */
  const known = useRef(query)
  const latest = useRef(onQuery)
  latest.current = onQuery

  const send = useCallback(() => {
    clearTimeout(timer.current)
    const typed = (field.current?.value ?? '').slice(0, SEARCH_LIMITS.query).trim()
    if (typed === known.current) return
    known.current = typed
    latest.current(typed)
  }, [])
  const sendSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(send, PAUSE_MILLISECONDS)
  }, [send])

  useEffect(() => {
    if (query === known.current || !field.current) return
    clearTimeout(timer.current)
    known.current = query
    field.current.value = query
  }, [query])
  useEffect(() => {
    send()
    return () => clearTimeout(timer.current)
  }, [send])

  const clear = () => {
    if (field.current) field.current.value = ''
    send()
    field.current?.focus()
  }
  return { field, send, sendSoon, clear }
}
