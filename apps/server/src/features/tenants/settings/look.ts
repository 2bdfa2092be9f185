import { granted, type ResultOf, refused, type settings } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { changeSetting } from '../../../engine/organizer/change-setting.ts'
import { storePreview } from '../../../engine/organizer/previews.ts'
import { changeLook, type LookColumns } from '../../../engine/organizer/registry.ts'
import type { Call } from '../../../http/endpoint.ts'
import { createGate } from '../../../http/gate.ts'
import { readLogo } from '../editing/read-logo.ts'
import { storeLogo } from '../editing/store-logo.ts'
import { presentLogo } from '../present.ts'

/** How the shop looks, as it is stored. */
export async function readLook(tx: TenantTx, tenantId: number) {
  const row = await tx
    .selectFrom('tenants')
    .select(['name', 'tagline', 'hue', 'footer_text', 'logo_file'])
    .select(['instagram_url', 'facebook_url', 'x_url'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const { name, tagline, hue, logo_file: logoFile } = row
  return {
    ...{ name, tagline, hue, logoFile },
    footerText: row.footer_text,
    instagramUrl: row.instagram_url ?? '',
    facebookUrl: row.facebook_url ?? '',
    xUrl: row.x_url ?? '',
    logo: logoFile === null ? null : { file: logoFile, ...presentLogo(logoFile) },
  }
}

/** Changes how the shop looks. */
export const changeShopLook = ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof settings.changeLook>): Promise<ResultOf<typeof settings.changeLook>> =>
  changeSetting(context, tenant, {
    version: body.version,
    read: (tx) => readLook(tx, tenant.id),
    audit: {
      personId: principal.session.personId,
      action: 'organizer.look_changed',
      entityId: tenant.slug,
      entityName: tenant.name,
    },
    write: async (tx, { logoFile }) => {
      const isKnown = body.logoFile === logoFile || (await hasLogo(tx, body.logoFile))
      if (!isKnown) return LOGO_GONE
      return granted(await changeLook(tx, columnsOf(body)))
    },
  })

const LOGO_GONE = refused(
  'logo_not_usable',
  'This logo is no longer stored. Upload it once more, then save.',
)

async function hasLogo(tx: TenantTx, file: string | null): Promise<boolean> {
  if (file === null) return true
  const row = await tx
    .selectFrom('tenant_logos')
    .select('file')
    .where('file', '=', file)
    .executeTakeFirst()
  return row !== undefined
}

type LookFields = Call<typeof settings.previewLook>['body']

const columnsOf = (look: LookFields): LookColumns => ({
  name: look.name,
  tagline: look.tagline,
  hue: look.hue,
  footer_text: look.footerText,
  instagram_url: look.instagramUrl || null,
  facebook_url: look.facebookUrl || null,
  x_url: look.xUrl || null,
  logo_file: look.logoFile,
})

/** A large PNG takes 64 MB while it is decoded, so few of a process are read at a time. */
const reading = createGate({ atOnce: 2, waiting: 20, perCaller: 4, perCallerAtOnce: 1 })
const TOO_MANY_LOGOS = refused(
  'busy',
  'Other logos are being worked on. Try again in a few seconds.',
)

/** Stores a logo beside the one in use. */
export async function uploadLogo({
  context,
  tenant,
  upload,
}: Call<typeof settings.uploadLogo>): Promise<ResultOf<typeof settings.uploadLogo>> {
  const bytes = await upload()
  if (!bytes.ok) return bytes
  const svg = (text: string) => context.sandbox.run('svg', tenant.id, text)
  const logo =
    (await reading(() => readLogo(bytes.value, svg), String(tenant.id))) ?? TOO_MANY_LOGOS
  if (!logo.ok) return logo
  const { file } = logo.value
  await context.db.withTenant(tenant.id, (tx) => storeLogo(tx, logo.value))
  return granted({ file, ...presentLogo(file) })
}

/** Prepares a preview of the shop with a look that is not saved. */
export const previewLook = async ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof settings.previewLook>): Promise<ResultOf<typeof settings.previewLook>> =>
  granted(
    await storePreview(context, tenant, {
      sessionId: principal.session.id,
      subject: 'look',
      data: body,
    }),
  )
