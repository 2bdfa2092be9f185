import { AUDIT_ACTION_NAMES, AUDIT_ENTITIES } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** Values by name, as they were before or after a change. */
export const auditValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
)

/** One entry, with the specification's names: actionType, entityType, entityId, metadata. */
const auditEntrySchema = z.object({
  id: uuid,
  at: instant,
  /** Who did it; null: the platform's operator. */
  person: z.nullable(z.object({ id: uuid, name: z.string(), email: z.string() })),
  actionType: z.enum(AUDIT_ACTION_NAMES),
  entityType: z.enum(AUDIT_ENTITIES),
  entityId: z.string(),
  /** How people call it, when it was done: a name or an address. */
  entityName: z.string(),
  metadata: z.object({
    /** Null for something new. */
    before: z.nullable(auditValues),
    /** Null for something that is gone. */
    after: z.nullable(auditValues),
  }),
})
export type AuditEntry = z.output<typeof auditEntrySchema>

/** How many entries a page has at most. */
export const AUDIT_PAGE = 100

export const auditLog = {
  listAuditLog: endpoint({
    method: 'GET',
    path: '/api/admin/audit-log',
    access: staffWho('audit.read'),
    reads: 'recent',
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Who changed what and when, the newest first',
    query: z.object({
      personId: z.optional(uuid),
      actionType: z.optional(z.enum(AUDIT_ACTION_NAMES)),
      entityType: z.optional(z.enum(AUDIT_ENTITIES)),
      entityId: z.optional(text(100)),
      /** The beginning of a name or an address of what was changed. */
      name: z.optional(text(100)),
      /** From this instant on. */
      from: z.optional(instant),
      /** Before this instant. */
      to: z.optional(instant),
      /** `next` of the page before. */
      after: z.optional(uuid),
    }),
    output: z.object({
      entries: z.array(auditEntrySchema).check(z.maxLength(AUDIT_PAGE)),
      /** Leads to the next page; null on the last one. */
      next: z.nullable(uuid),
      /** Everybody who is in the log, for a choice, by name. */
      people: z.array(z.object({ id: uuid, name: z.string() })),
    }),
    errors: [...STAFF_ERRORS],
  }),
} as const
