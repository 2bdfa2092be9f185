import { readFile } from 'node:fs/promises'
import { basename, extname, join, posix } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GuideList, GuideView } from '@foyer/contract'
import { GROUPS, type GuideFile, ROOT } from './guides.ts'
import { pictureSize } from './picture-size.ts'
import { type Picture, readGuide } from './read-guide.ts'
import { type GuideIndex, indexGuides } from './search-guides.ts'

export interface Documentation {
  list: GuideList
  guides: ReadonlyMap<string, GuideView>
  /** The files that pictures in guides have, by the last part of their address. */
  pictures: ReadonlyMap<string, string>
  index: GuideIndex
}

const GUIDE_PATH = '/documentation'
/** Below the first segment of the pages, so that it is the platform's as well. */
export const PICTURE_PATH = `${GUIDE_PATH}/pictures`

const addresses = new Map(
  GROUPS.flatMap(({ guides }) => guides.map(({ slug, file }) => [file, `${GUIDE_PATH}/${slug}`])),
)

/** A link to the folder of decisions leads to the list of all guides, where they are. */
const addressOf = (file: string): string | null =>
  file === 'docs/decisions/' ? GUIDE_PATH : (addresses.get(file) ?? null)

/**
 * Reads all guides. It parses one of them in each turn of the event loop, since together they take a
 * tenth of a second. Rejects if one is missing.
 */
export async function readDocumentation(): Promise<Documentation> {
  const pictures = new Map<string, string>()
  const guides = new Map<string, GuideView>()
  const groups: GuideList['groups'] = []
  for (const { title: group, guides: files } of GROUPS) {
    const links: GuideList['groups'][number]['guides'] = []
    for (const file of files) {
      const text = await readFileOf(file, pictures)
      const guide = { ...text, title: file.title ?? text.title, slug: file.slug, group }
      guides.set(file.slug, guide)
      links.push({ slug: guide.slug, title: guide.title, summary: guide.summary })
      await nextTurn()
    }
    groups.push({ title: group, guides: links })
  }
  return { list: { groups }, guides, pictures, index: indexGuides([...guides.values()]) }
}

async function readFileOf({ file }: GuideFile, pictures: Map<string, string>) {
  const text = await readFile(join(ROOT, file), 'utf8')
  const known = new Map<string, Picture>()
  for (const [, target = ''] of text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)) {
    const path = posix.join(posix.dirname(file), target)
    const size = pictureSize(await readFile(join(ROOT, path)))
    if (!size) continue
    const name = `${basename(path, extname(path))}${extname(path)}`
    pictures.set(name, path)
    known.set(path, { src: `${PICTURE_PATH}/${name}`, ...size })
  }
  return readGuide(text, { file, addressOf, pictureOf: (path) => known.get(path) ?? null })
}
