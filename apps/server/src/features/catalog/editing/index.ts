/**
 * What an organizer creates and changes in the catalog. The demo, the test builders and the back
 * office call it.
 */
export { type AddOnDetails, changeAddOn, createAddOn } from './edit-add-ons.ts'
export { changeEvent, createEvent, type EventDetails } from './edit-events.ts'
export { changeFeeSet, createFeeSet, type Fee, type FeeSetDetails } from './edit-fee-sets.ts'
export {
  type DescribedPicture,
  readPictureSource,
  setEventPicture,
  setTicketTypePicture,
  setVenuePicture,
} from './edit-pictures.ts'
export { readPolicy, setEventPolicy, setTenantPolicy } from './edit-policies.ts'
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
export { setCapacity } from './set-capacity.ts'
