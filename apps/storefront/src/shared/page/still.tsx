import { type ReactNode, Suspense, useState } from 'react'

interface StillProps {
  /** The element's id; it names the content, so that other content gets another element. */
  id: string
  className?: string
  /** Rendered by the server, and after a navigation in the browser. */
  children: ReactNode
}

/**
 * Content that nobody operates and that does not change while the page is open. If the server has
 * rendered it, its markup is taken over as it is: its code is then neither loaded nor run, which
 * keeps long texts out of the first load. Links in it are plain ones of the browser.
 */
export function Still({ id, className, children }: StillProps) {
  const [markup] = useState(() =>
    import.meta.env.SSR ? undefined : document.getElementById(id)?.innerHTML,
  )
  if (markup !== undefined) {
    return (
      <div
        id={id}
        className={className}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup, unchanged
        dangerouslySetInnerHTML={{ __html: markup }}
      />
    )
  }
  return (
    <div id={id} className={className}>
      <Suspense>{children}</Suspense>
    </div>
  )
}
