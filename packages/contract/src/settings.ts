import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { hue, instant, lines, text, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** The settings of an organizer: how its shop looks. */

/** What every change of a setting may be refused with. */
export const SETTING_ERRORS = [
  ...STAFF_ERRORS,
  'changed_meanwhile',
] as const satisfies readonly ErrorCode[]

/** The most bytes of a logo as pages load it. An SVG is stored as it is; other files become a PNG. */
export const LOGO_BYTES = 256 * 1024
/** The most bytes of a file that a logo is made from. */
export const LOGO_UPLOAD_BYTES = 10 * 1024 * 1024

const profileUrl = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine((url) => url === '' || isProfile(url), {
    error: 'Must be an address that begins with https://',
  }),
)

/** What stands before an '@' would be read as the site that the link leads to. */
function isProfile(text: string): boolean {
  if (!text.startsWith('https://')) return false
  try {
    const { username, password } = new URL(text)
    return username === '' && password === ''
  } catch {
    return false
  }
}

const logoFile = z.string().check(z.regex(/^[0-9a-f]{16}-\d{1,5}x\d{1,5}\.(svg|png)$/))

const lookFields = {
  name: text(100),
  tagline: text(160, 0),
  hue,
  /** Shown under the name in the footer; if empty, the tagline is shown. */
  footerText: lines(1000),
  instagramUrl: profileUrl,
  facebookUrl: profileUrl,
  xUrl: profileUrl,
  /** The file of an uploaded logo; null: the product's mark. */
  logoFile: z.nullable(logoFile),
}

const logoSchema = z.object({
  file: z.string(),
  /** Below the organizer's pages. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
})

const lookSchema = z.object({ ...lookFields, logo: z.nullable(logoSchema), version })
export type Look = z.output<typeof lookSchema>

/** Where a preview is shown: the pages of the shop, for the session that asked alone. */
export const shopPreviewSchema = z.object({
  /** The path of the shop on this host, in which nothing can be bought: '/draft/harbor/look'. */
  base: z.string(),
  endsAt: instant,
})
export type ShopPreview = z.output<typeof shopPreviewSchema>

export const settings = {
  getLook: endpoint({
    method: 'GET',
    path: '/api/admin/settings/look',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'How the shop looks: name, colour, logo, footer and profiles',
    output: lookSchema,
    errors: [...STAFF_ERRORS],
  }),
  changeLook: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/look',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Changes how the shop looks, in every process within a second',
    body: z.object({ ...lookFields, version }),
    output: lookSchema,
    errors: [...SETTING_ERRORS, 'logo_not_usable'],
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/admin/settings/logos',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Stores a logo, which a preview may show and a change of the look may choose',
    status: 201,
    /** An SVG, or a picture as JPEG, PNG, WebP, AVIF, GIF or TIFF. */
    upload: { bytes: LOGO_UPLOAD_BYTES },
    output: logoSchema,
    errors: [
      ...STAFF_ERRORS,
      'logo_not_usable',
      'too_complex',
      'unsupported_media_type',
      'payload_too_large',
      'malformed_body',
      'busy',
    ],
  }),
  previewLook: endpoint({
    method: 'POST',
    path: '/api/admin/settings/look/preview',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Prepares a preview of the shop with a look that is not saved, for this session alone',
    body: z.object(lookFields),
    output: shopPreviewSchema,
    errors: [...STAFF_ERRORS],
  }),
} as const
