import { notify } from '@foyer/ui'

/** Copies a text, and says whether the browser allowed it; `done` is what a person reads then. */
export const copyText = (text: string, done = 'Copied'): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => void notify({ tone: 'success', title: done }),
    () =>
      void notify({
        tone: 'danger',
        title: 'The browser did not allow to copy',
        description: 'Select the text and copy it.',
      }),
  )
