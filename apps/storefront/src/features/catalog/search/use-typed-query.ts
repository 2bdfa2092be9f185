import { SEARCH_LIMITS } from '@foyer/domain'
import { useCallback, useEffect, useRef } from 'react'

/** Pause after the last key before a search is requested. */
const PAUSE_MILLISECONDS = 200

/**
 * Synchronises a search field with the address: typed text goes to the address after a pause, and a
 * value set by Back or a link goes into the field. The field is uncontrolled, so that text typed
 * before hydration is not lost.
 */
export function useTypedQuery(query: string, onQuery: (query: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The query of the address, or the one it is about to get. */
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
