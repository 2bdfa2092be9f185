/**
 * What an organizer creates and changes in the catalog. The demo, the test builders and the back
 * office call it.
 */
export { duplicateEvent } from './duplicate-event.ts'
export { type AddOnDetails, changeAddOn, createAddOn } from './edit-add-ons.ts'
export { changeEvent, createEvent, type EventDetails } from './edit-events.ts'
export {
  changeFeeSet,
  changeTaxRate,
  createFeeSet,
  createTaxRate,
  type Fee,
  type FeeSetDetails,
  type TaxRateDetails,
} from './edit-fee-sets.ts'
export { changeTicketGroup, createTicketGroup } from './edit-groups.ts'
export {
  type DescribedPicture,
  readPictureSource,
  setEventPicture,
  setTicketTypePicture,
  setVenuePicture,
} from './edit-pictures.ts'
export { readPolicy, setEventPolicy, setTenantPolicy } from './edit-policies.ts'
export {
  createAccessCodes,
  setEventSales,
  setPause,
  setSessionSales,
  setTypeSales,
} from './edit-sales.ts'
export {
  changeSession,
  createSessions,
  type NewSession,
  type OfferedType,
  offerInSessions,
  type SessionChange,
} from './edit-sessions.ts'
export {
  changeTicketType,
  createTicketType,
  type SessionPrice,
  setSessionPrices,
  type TicketTypeDetails,
} from './edit-ticket-types.ts'
export { changeVenue, createVenue, type VenueDetails } from './edit-venues.ts'
export { setWaiverText } from './edit-waivers.ts'
export { type Focus, makePicture, type ReadyPicture } from './make-picture.ts'
export { deleteEvent, moveEvent } from './move-event.ts'
export { setCapacity } from './set-capacity.ts'
