import { granted, operator, type StatusView, systemConfiguration } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { resumeOrganizer, setPlatformFee, setTrial, suspendOrganizer } from './change-terms.ts'
import { getConfiguration, setConfiguration } from './configuration.ts'
import { listOrganizers } from './list-organizers.ts'
import { readHealth } from './read-health.ts'
import { readLog } from './read-log.ts'
import { readOrganizer } from './read-organizer.ts'

interface OperatorOptions {
  /** What /status shows. */
  readStatus(cells: Context['cells'], now: Date): Promise<StatusView>
}

/** What the platform's operators see and do. */
export function operatorRoutes(
  app: FastifyInstance,
  context: Context,
  { readStatus }: OperatorOptions,
): void {
  serve(app, context, operator.listOperatedOrganizers, { handle: listOrganizers })
  serve(app, context, operator.getOperatedOrganizer, {
    handle: ({ params: { slug } }) => readOrganizer(context, slug),
  })
  serve(app, context, operator.setPlatformFee, { handle: setPlatformFee })
  serve(app, context, operator.setTrial, { handle: setTrial })
  serve(app, context, operator.suspendOrganizer, { handle: suspendOrganizer })
  serve(app, context, operator.resumeOrganizer, { handle: resumeOrganizer })
  serve(app, context, operator.getHealth, {
    async handle() {
      const [status, checks] = await Promise.all([
        readStatus(context.cells, context.clock()),
        readHealth(context),
      ])
      return granted({ status, checks })
    },
  })
  serve(app, context, operator.listOperatorLog, { handle: readLog })
  serve(app, context, systemConfiguration.getSystemConfiguration, { handle: getConfiguration })
  serve(app, context, systemConfiguration.setSystemConfiguration, { handle: setConfiguration })
}
