import type { Api } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { deleteExpiredAccessTokens } from './access-tokens.ts'
import { defineAccountMails } from './account-mails.ts'
import { accountPersonalData } from './account-personal-data.ts'
import { deleteExpiredAttempts } from './attempt-limits.ts'
import { deleteOldFormerEmails } from './edit-user.ts'
import { deleteExpiredMailedSecrets } from './mailed-secrets.ts'
import { registerPasswordRoutes } from './password-routes.ts'
import { registerPersonalDataRoutes } from './personal-data-routes.ts'
import { deleteExpiredLoginSteps } from './second-factor/login-steps.ts'
import { registerPasskeyRoutes } from './second-factor/passkey-routes.ts'
import { deleteExpiredChallenges } from './second-factor/passkeys.ts'
import { registerSecondFactorRoutes } from './second-factor/routes.ts'
import { sealedTotpField } from './second-factor/totp.ts'
import { registerSessionRoutes } from './session-routes.ts'
import { adoptEarlierChanges } from './user-queries.ts'
import { registerUserRoutes } from './user-routes.ts'

/** Accounts: sessions, details, passwords, e-mail confirmation, personal data. */
export function registerAccountRoutes(api: Api, context: ApiContext): void {
  registerSessionRoutes(api, context)
  registerSecondFactorRoutes(api, context)
  registerPasskeyRoutes(api, context)
  // Before `users/{id}`, which would take `users/password` for an id.
  registerPasswordRoutes(api, context)
  registerUserRoutes(api, context)
  registerPersonalDataRoutes(api, context)
  defineAccountMails(context)
  context.sealing.contribute(sealedTotpField)
  for (const holder of accountPersonalData) context.personalData.contribute(holder)
  context.jobs.schedule('sweep-accounts', '17 * * * *', async () => {
    const { queries } = context.database
    const now = context.now()
    await adoptEarlierChanges(queries)
    await deleteExpiredAccessTokens(queries, now)
    await deleteExpiredLoginSteps(queries, now)
    await deleteExpiredChallenges(queries, now)
    await deleteExpiredMailedSecrets(queries, now)
    await deleteOldFormerEmails(queries, now)
    await deleteExpiredAttempts(queries)
  })
}
