import type { Appearance } from '@stripe/stripe-js'
import type { Api } from './api.ts'
import { applyVariables } from './appearance.ts'
import { h, svg } from './dom.ts'
import { DIALOG_STYLE, styleSheet } from './style.ts'
import { DONE_MESSAGE } from './three-ds-message.ts'

/**
 * Shows the bank's page in a dialog until the buyer has answered it. Closing the dialog, by Escape
 * or the button, counts as a failed authentication.
 */
export async function authenticateInDialog(
  api: Api,
  clientSecret: string,
  appearance: Appearance,
): Promise<void> {
  const src = api.bankPage(clientSecret, { theme: themeOf(appearance) })
  const frame = h('iframe', { class: 'Frame', title: '3-D Secure authentication', src })
  const close = h('button', { class: 'Close', type: 'button', 'aria-label': 'Cancel' }, cross())
  const title = h('h2', { class: 'Title', id: 'title' }, 'Authentication')
  const bar = h('div', { class: 'Bar' }, title, close)
  const dialog = h('dialog', { class: 'Dialog', 'aria-labelledby': 'title' }, bar, frame)
  const host = h('div')
  applyVariables(host, appearance)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet(DIALOG_STYLE)]
  root.append(dialog)
  document.body.append(host)

  const closing = new AbortController()
  const { signal } = closing
  const done = await new Promise<boolean>((resolve) => {
    const cancel = () => resolve(false)
    close.addEventListener('click', cancel)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      cancel()
    })
    const listen = ({ source, data }: MessageEvent) => {
      if (source === frame.contentWindow && data?.type === DONE_MESSAGE) resolve(true)
    }
    window.addEventListener('message', listen, { signal })
    frame.addEventListener('load', () => forwardEscape(frame, cancel))
    dialog.showModal()
    frame.focus()
  })
  closing.abort()
  if (!done) await api.abandonAuthentication(clientSecret)
  // Closing the dialog returns the focus to the element that had it before.
  dialog.close()
  host.remove()
}

/** The theme of the surrounding page, which the bank's page is shown in as well. */
function themeOf({ theme }: Appearance): 'dark' | 'light' {
  const { colorScheme } = getComputedStyle(document.documentElement)
  return theme === 'night' || colorScheme === 'dark' ? 'dark' : 'light'
}

/** Keys pressed inside a frame don't reach the dialog around it. */
function forwardEscape(frame: HTMLIFrameElement, cancel: () => void): void {
  // Null if the emulator is on another origin. Then only the button closes the dialog.
  frame.contentDocument?.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancel()
  })
}

function cross(): SVGElement {
  const path = svg('path', { d: 'm5 5 10 10M15 5 5 15' })
  return svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, path)
}
