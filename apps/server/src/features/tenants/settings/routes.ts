import { granted, settings, settingsAddress, settingsTexts } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { withVersion } from '../../../engine/versions.ts'
import { serve } from '../../../http/endpoint.ts'
import { changeShopContact, readContact } from './contact.ts'
import { checkDomain, dropDomain, makeMainDomain, noteDomain, readDomains } from './domains.ts'
import { changeShopLook, previewLook, readLook, uploadLogo } from './look.ts'
import { changePolicies, readPolicies } from './policies.ts'

/** The settings of an organizer; those of its pages are the site pages'. */
export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  serve(app, context, settings.getLook, {
    handle: ({ tenant: { id } }) =>
      db.withTenant(id, async (tx) => granted(withVersion(await readLook(tx, id)))),
  })
  serve(app, context, settings.changeLook, { handle: changeShopLook })
  serve(app, context, settings.uploadLogo, { handle: uploadLogo })
  serve(app, context, settings.previewLook, { handle: previewLook })

  serve(app, context, settingsAddress.getDomains, {
    handle: ({ tenant }) =>
      db.withTenant(tenant.id, async (tx) => granted(await readDomains(tx, context, tenant))),
  })
  serve(app, context, settingsAddress.addDomain, { handle: noteDomain })
  serve(app, context, settingsAddress.checkDomain, { handle: checkDomain })
  serve(app, context, settingsAddress.makeMainDomain, { handle: makeMainDomain })
  serve(app, context, settingsAddress.removeDomain, { handle: dropDomain })
  serve(app, context, settingsAddress.getContact, {
    handle: ({ tenant: { id } }) =>
      db.withTenant(id, async (tx) => granted(withVersion(await readContact(tx, context, id)))),
  })
  serve(app, context, settingsAddress.changeContact, { handle: changeShopContact })

  serve(app, context, settingsTexts.getPolicies, {
    handle: ({ tenant: { id } }) =>
      db.withTenant(id, async (tx) => granted(withVersion(await readPolicies(tx, id)))),
  })
  serve(app, context, settingsTexts.changePolicies, { handle: changePolicies })
}
