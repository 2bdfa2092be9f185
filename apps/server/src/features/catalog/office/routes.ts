import {
  granted,
  home,
  officeCatalog,
  officePictures,
  officeTickets,
  officeVenues,
} from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { serve } from '../../../http/endpoint.ts'
import { changeDetails, createDraft, duplicate, getEvent, move, remove } from './change-events.ts'
import {
  addAddOn,
  addGroup,
  addType,
  editAddOn,
  editGroup,
  editLimit,
  editType,
  getTickets,
  order,
} from './change-tickets.ts'
import { countSold, listEvents } from './list-events.ts'
import {
  changeOfEvent,
  removeOfEvent,
  removeOfVenue,
  uploadOfEvent,
  uploadOfVenue,
} from './pictures.ts'
import { readChecklist, readChecklistOf } from './read-checklist.ts'
import { createSamples, deleteSamples } from './samples.ts'
import { addVenue, editVenue, getVenue, listVenues, removeVenue } from './venues.ts'

/** The catalogue, as the team of an organizer edits it. */
export function officeCatalogRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, home.getChecklist, {
    handle: ({ tenant, query: { eventId } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        if (!eventId) return granted(await readChecklist(tx, context, tenant))
        const checklist = await readChecklistOf(tx, context, tenant, eventId)
        return checklist ? granted(checklist) : EVENT_NOT_FOUND
      }),
  })
  serve(app, context, home.createSamples, { handle: createSamples })
  serve(app, context, home.deleteSamples, { handle: deleteSamples })

  serve(app, context, officeCatalog.listOfficeEvents, { handle: listEvents })
  serve(app, context, officeCatalog.countSold, { handle: countSold })
  serve(app, context, officeCatalog.getOfficeEvent, { handle: getEvent })
  serve(app, context, officeCatalog.createOfficeEvent, { handle: createDraft })
  serve(app, context, officeCatalog.changeOfficeEvent, { handle: changeDetails })
  serve(app, context, officeCatalog.moveOfficeEvent, { handle: move })
  serve(app, context, officeCatalog.duplicateOfficeEvent, { handle: duplicate })
  serve(app, context, officeCatalog.deleteOfficeEvent, { handle: remove })

  serve(app, context, officeVenues.listOfficeVenues, { handle: listVenues })
  serve(app, context, officeVenues.getOfficeVenue, { handle: getVenue })
  serve(app, context, officeVenues.createOfficeVenue, { handle: addVenue })
  serve(app, context, officeVenues.changeOfficeVenue, { handle: editVenue })
  serve(app, context, officeVenues.deleteOfficeVenue, { handle: removeVenue })

  serve(app, context, officePictures.uploadEventPicture, { handle: uploadOfEvent })
  serve(app, context, officePictures.changeEventPicture, { handle: changeOfEvent })
  serve(app, context, officePictures.removeEventPicture, { handle: removeOfEvent })
  serve(app, context, officePictures.uploadVenuePicture, { handle: uploadOfVenue })
  serve(app, context, officePictures.removeVenuePicture, { handle: removeOfVenue })

  serve(app, context, officeTickets.getTickets, { handle: getTickets })
  serve(app, context, officeTickets.createTicketGroup, { handle: addGroup })
  serve(app, context, officeTickets.changeTicketGroup, { handle: editGroup })
  serve(app, context, officeTickets.createOfficeTicketType, { handle: addType })
  serve(app, context, officeTickets.changeOfficeTicketType, { handle: editType })
  serve(app, context, officeTickets.createOfficeAddOn, { handle: addAddOn })
  serve(app, context, officeTickets.changeOfficeAddOn, { handle: editAddOn })
  serve(app, context, officeTickets.setAddOnLimit, { handle: editLimit })
  serve(app, context, officeTickets.orderTickets, { handle: order })
}
