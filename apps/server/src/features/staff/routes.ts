import { granted, staff, staffAccount } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  readAccount,
} from './account.ts'
import { answerSecondFactor } from './answer-second-factor.ts'
import { acceptInvitation, joinByInvitation, readStaffLink } from './invitations.ts'
import {
  addPasskey,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkeys.ts'
import { presentMe } from './present-me.ts'
import { registerOrganizer } from './register-organizer.ts'
import { completeReset, requestReset } from './reset.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './second-factors.ts'
import { signIn } from './sign-in.ts'
import { completeSignUp, signUp } from './sign-up.ts'

/** Accounts of people of the back office: signing up and in, links, and registering organizers. */
export function staffRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, staff.signUp, { handle: signUp })
  serve(app, context, staff.completeSignUp, { handle: completeSignUp })
  serve(app, context, staff.requestReset, { handle: requestReset })
  serve(app, context, staff.completeReset, { handle: completeReset })
  serve(app, context, staff.readStaffLink, { handle: readStaffLink })
  serve(app, context, staff.joinByInvitation, { handle: joinByInvitation })
  serve(app, context, staff.acceptInvitation, { handle: acceptInvitation })
  serve(app, context, staff.signIn, { handle: signIn })
  serve(app, context, staff.registerOrganizer, { handle: registerOrganizer })

  serve(app, context, staff.getMe, {
    handle: ({ principal: { session } }) =>
      context.home.withPlatform(async (tx) => granted(await presentMe(tx, context, session))),
  })

  serve(app, context, staff.signOut, {
    handle: async ({ principal: { session, cookies } }) => {
      if (session) {
        await context.home.registry
          .deleteFrom('staff_sessions')
          .where('digest', '=', session.digest)
          .execute()
      }
      cookies.clear()
      return granted({ signedOut: true as const })
    },
  })

  serve(app, context, staffAccount.getAccount, {
    handle: ({ principal: { session } }) =>
      context.home.withPlatform(async (tx) => granted(await readAccount(tx, session.personId))),
  })

  serve(app, context, staffAccount.listStaffSessions, {
    handle: ({ principal }) =>
      context.home.withPlatform(async (tx) =>
        granted(await listSessions(tx, principal, context.clock())),
      ),
  })

  serve(app, context, staffAccount.changeName, { handle: changeName })
  serve(app, context, staffAccount.changePassword, { handle: changePassword })
  serve(app, context, staffAccount.endStaffSession, { handle: endSession })
  serve(app, context, staffAccount.endOtherStaffSessions, { handle: endOtherSessions })
  serve(app, context, staff.answerSecondFactor, { handle: answerSecondFactor })
  serve(app, context, staffAccount.startTotp, { handle: startTotp })
  serve(app, context, staffAccount.confirmTotp, { handle: confirmTotp })
  serve(app, context, staffAccount.removeTotp, { handle: removeTotp })
  serve(app, context, staffAccount.renewRecoveryCodes, { handle: renewRecoveryCodes })

  serve(app, context, staff.startPasskeySignIn, { handle: startPasskeySignIn })
  serve(app, context, staff.signInWithPasskey, { handle: signInWithPasskey })
  serve(app, context, staffAccount.startPasskey, { handle: startPasskey })
  serve(app, context, staffAccount.addPasskey, { handle: addPasskey })
  serve(app, context, staffAccount.removePasskey, { handle: removePasskey })
}
