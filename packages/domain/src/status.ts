/** What can happen to an installation: an outage, a series of errors, books that disagree, a note. */
export const INCIDENT_KINDS = ['outage', 'errors', 'audit', 'note'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]
