export type ToastTone = 'info' | 'success' | 'danger'

export interface ToastMessage {
  tone?: ToastTone
  title: string
  description?: string
}

type Listener = () => void
const listeners = new Set<Listener>()
let pending: ReadonlyArray<ToastMessage> = []
let wanted = false

function setPending(messages: ReadonlyArray<ToastMessage>): void {
  pending = messages
  for (const listener of listeners) listener()
}

/**
 * Says something that needs no answer, e.g. 'Email Sent'. Messages wait here until the toast code,
 * which the first one loads, is there to show them. `<Toasts />` must stand in the app. Browser only.
 */
export function notify(message: ToastMessage): void {
  wanted = true
  setPending([...pending, message])
}

/** For the toast region alone. */
export const pendingToasts = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => pending,
  wereEver: () => wanted,
  /** Hands the messages over; whoever asks again gets none, so none is shown twice. */
  take(): ReadonlyArray<ToastMessage> {
    const taken = pending
    if (taken.length > 0) setPending([])
    return taken
  },
}
