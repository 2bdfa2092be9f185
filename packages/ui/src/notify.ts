export type ToastTone = 'info' | 'success' | 'danger'

export interface ToastMessage {
  tone?: ToastTone
  title: string
  description?: string
}

export interface Toast extends Required<Pick<ToastMessage, 'tone' | 'title'>> {
  id: number
  description: string | undefined
  /** Dismissed: it is animating out and is removed with the next message. */
  isGone: boolean
}

/** At most this many are shown; older ones return when others go. */
const SHOWN_AT_MOST = 3

type Listener = () => void
const listeners = new Set<Listener>()
let toasts: readonly Toast[] = []
let lastId = 0

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message that needs no answer, e.g. 'Email Sent', in `<Toasts />`. Browser only. Returns a
 * function that puts another message in its place, as long as it is shown.
 */
export function notify(message: ToastMessage): (message: ToastMessage) => void {
  lastId += 1
  const id = lastId
  setToasts([...toasts.filter(({ isGone }) => !isGone), toastOf(id, message)])
  return (next) =>
    setToasts(toasts.map((toast) => (toast.id === id && !toast.isGone ? toastOf(id, next) : toast)))
}

const toastOf = (id: number, { tone = 'info', title, description }: ToastMessage): Toast => ({
  id,
  tone,
  title,
  description,
  isGone: false,
})

/** Removes all messages at once, for a screen that nothing may cover. */
export const clearToasts = (): void => setToasts([])

/** For the toast region only. */
export const toastStore = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => toasts,
  dismiss(id: number): void {
    setToasts(toasts.map((toast) => (toast.id === id ? { ...toast, isGone: true } : toast)))
  },
}

/** The messages to draw: the newest ones, and those that are animating out. */
export function drawnToasts(all: readonly Toast[]): readonly Toast[] {
  const waiting = all.filter(({ isGone }) => !isGone).slice(0, -SHOWN_AT_MOST)
  return all.filter((toast) => !waiting.includes(toast))
}
