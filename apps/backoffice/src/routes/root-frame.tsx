import { Toasts } from '@foyer/ui'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { signInAgain } from '../data/sign-in-again.ts'

const loadQuestion = () => import('../features/sign-in/sign-in-again.tsx')
const SignInAgain = lazy(async () => ({ default: (await loadQuestion()).SignInAgain }))

/** What every screen has: messages, and the question to sign in again. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <Question />
      <Toasts />
    </>
  )
}

/** Not part of the first load, but fetched soon after it: a connection may be lost later. */
function Question() {
  const isAsked = useSyncExternalStore(signInAgain.subscribe, signInAgain.current) !== null
  // It stays once it was asked, so that its dialog can fade out and return the focus.
  const [wasAsked, setWasAsked] = useState(false)
  if (isAsked && !wasAsked) setWasAsked(true)
  useEffect(() => {
    const timer = setTimeout(() => void loadQuestion().catch(() => {}), PREFETCH_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!wasAsked) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain />
    </Suspense>
  )
}

const PREFETCH_MS = 3000
