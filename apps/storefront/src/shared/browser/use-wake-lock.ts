import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while the page is visible, where the browser can. Returns whether it does: a
 * browser refuses, for example, while the battery is low.
 */
export function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | null = null
    // A hidden page loses its lock, so it asks again whenever it is shown.
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) return void granted?.release()
      lock = granted
      setHeld(granted !== null)
      granted?.addEventListener('release', () => setHeld(false))
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
  return isHeld
}
