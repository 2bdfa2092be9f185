import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { settle } from './settle.ts'

/** Takes the pictures of a document in their order, as `NN-NAME.webp`, and replaces earlier ones. */
export class Album {
  readonly #page: Page
  /** Encodes pictures: browsers write WebP, Playwright does not. */
  readonly #encoder: Page
  readonly #folder: string
  #count = 0

  private constructor(page: Page, encoder: Page, folder: string) {
    this.#page = page
    this.#encoder = encoder
    this.#folder = folder
  }

  /** `folder` is emptied first. */
  static async open(page: Page, folder: string): Promise<Album> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return new Album(page, await page.context().newPage(), folder)
  }

  /** Takes the window, or a part of the page, and prints the picture's path. */
  async take(name: string, part?: Locator): Promise<void> {
    await settle(this.#page)
    this.#count += 1
    const picture = await (part ?? this.#page).screenshot({ animations: 'disabled' })
    const path = join(this.#folder, `${String(this.#count).padStart(2, '0')}-${name}.webp`)
    await writeFile(path, await this.#toWebp(picture))
    console.log(relative(process.cwd(), path))
  }

  /** The part from the top of the page to below `until`. */
  async takeDownTo(name: string, until: Locator): Promise<void> {
    const page = this.#page
    const window = page.viewportSize()
    if (!window) throw new Error('a page has a window')
    const bottom = await until.evaluate(
      (element) => element.getBoundingClientRect().bottom + scrollY,
    )
    await page.setViewportSize({ ...window, height: Math.ceil(bottom) + 40 })
    await page.evaluate(() => scrollTo(0, 0))
    await this.take(name)
    await page.setViewportSize(window)
  }

  async #toWebp(picture: Buffer): Promise<Buffer> {
    const encoded = await this.#encoder.evaluate(async (base64) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.82).split(',')[1] ?? ''
    }, picture.toString('base64'))
    return Buffer.from(encoded, 'base64')
  }
}
