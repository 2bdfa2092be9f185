import { TextInput } from '@foyer/ui'
import { useEffect, useId, useRef, useState } from 'react'

interface SearchFieldProps {
  /** Names the field; what it searches in is its placeholder. */
  label: string
  placeholder: string
  /** What is searched for now, as the address of the screen has it. */
  value: string
  onSearch: (text: string) => void
  className?: string
}

/** How long nothing may be typed before it is searched for. */
const PAUSE_MS = 250

/** A search of a list on the server: it begins when a person stops typing. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const searched = useRef(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    // Back, or a button that shows everything again, changes it from outside.
    if (value === searched.current) return
    searched.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === searched.current) return
    const { pathname } = location
    const timer = setTimeout(() => {
      // The person may have chosen another screen meanwhile, and a search would lead them back.
      if (location.pathname !== pathname) return
      searched.current = typed
      latest.current(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <TextInput
        id={id}
        type="search"
        name="q"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={className}
      />
    </>
  )
}
