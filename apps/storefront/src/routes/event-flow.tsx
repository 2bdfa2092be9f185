export { EventFlowPage } from '../features/event-flow/layout/event-flow-page.tsx'
export { EventNotFound, EventNotLoaded } from '../features/event-flow/layout/event-not-found.tsx'
