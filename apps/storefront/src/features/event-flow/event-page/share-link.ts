/** What came of sharing; 'left' where the buyer closed the sheet. */
export type Shared = 'shared' | 'copied' | 'left' | 'failed'

interface Link {
  title: string
  url: string
}

/** The parts of the browser that share, so that tests can stand in for them. */
export interface Sharing {
  share?: (link: Link) => Promise<void>
  clipboard?: { writeText(text: string): Promise<void> }
}

/** The device's own sheet where it has one, else the link on the clipboard. Never throws. */
export async function shareLink(link: Link, { share, clipboard }: Sharing): Promise<Shared> {
  try {
    if (share) {
      await share(link)
      return 'shared'
    }
    if (!clipboard) return 'failed'
    await clipboard.writeText(link.url)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'left' : 'failed'
  }
}

/** Those of the browser at hand. Pages without TLS have neither, whatever the types say. */
export const browserSharing = (): Sharing => ({
  ...('share' in navigator ? { share: (link: Link) => navigator.share(link) } : {}),
  ...('clipboard' in navigator ? { clipboard: navigator.clipboard } : {}),
})
