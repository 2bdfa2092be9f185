import { describe, expect, it, vi } from 'vitest'
import { shareLink } from './share-button.tsx'

const link = { title: 'The Lighthouse Sessions', url: 'https://tickets.example/events-api/1' }
const clipboard = () => ({ writeText: vi.fn(async () => {}) })

describe('sharing a link', () => {
  it("opens the device's own sheet and leaves the clipboard alone", async () => {
    const share = vi.fn(async () => {})
    const board = clipboard()
    expect(await shareLink(link, { share, clipboard: board })).toBe('shared')
    expect(share).toHaveBeenCalledWith(link)
    expect(board.writeText).not.toHaveBeenCalled()
  })

  it('a closed share sheet shows nothing', async () => {
    const share = () => Promise.reject(new DOMException('closed', 'AbortError'))
    expect(await shareLink(link, { share, clipboard: clipboard() })).toBe('left')
  })

  it('copies the link if the device has no share sheet', async () => {
    const board = clipboard()
    expect(await shareLink(link, { clipboard: board })).toBe('copied')
    expect(board.writeText).toHaveBeenCalledWith(link.url)
  })

  it('a clipboard that refuses or is missing is reported', async () => {
    const refuses = { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }
    expect(await shareLink(link, { clipboard: refuses })).toBe('failed')
    expect(await shareLink(link, {})).toBe('failed')
  })
})
