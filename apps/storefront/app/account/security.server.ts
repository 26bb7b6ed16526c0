import { readPasskeyAnswer, renamePasskeySchema } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { qrCode } from '@shop/contract/qr-code'
import { deviceOf } from '@shop/domain/device'
import type { TextKey } from '@shop/texts/create-texts'
import { formatMoment } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm, type ShopForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'

const HOME = () => pathOf('security')

/** What the app needs to know, as a QR code and as text for typing. */
async function readSetUp(shop: Shop) {
  const started = await shop.api.totpSetUp().catch((error: unknown) => {
    if (readProblem(error)?.code !== 'not_found') throw error
    throw redirect(HOME())
  })
  return {
    qr: qrCode(started.uri),
    uri: started.uri,
    secret: started.secret.match(/.{1,4}/g)?.join(' ') ?? '',
  }
}

export async function loadSecurity(shop: Shop, query: URLSearchParams) {
  const moment = (instant: string) => formatMoment(instant, shop)
  const [user, { totpSince, passkeys, recoveryCodesLeft }] = await Promise.all([
    currentUser(shop),
    shop.api.secondFactor(),
  ])
  return {
    emailConfirmed: user.emailConfirmed,
    totpSince: totpSince && moment(totpSince),
    hasSecondFactor: user.hasSecondFactor,
    passkeys: passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
      id,
      name,
      isSynced,
      created: moment(createdAt),
      lastUsed: lastUsedAt && moment(lastUsedAt),
    })),
    recoveryCodesLeft,
    // Once it is on, this address shows the answer with the recovery codes.
    setUp: query.get('setUp') === 'totp' && !totpSince ? await readSetUp(shop) : null,
    done: whatIsOff(query.get('notice'), user.hasSecondFactor),
  }
}

/** What the last form has turned off, in words. */
function whatIsOff(notice: string | null, hasSecondFactor: boolean): TextKey | null {
  if (notice === 'off') return 'account.security.isOff'
  return notice === 'removed' && !hasSecondFactor ? 'account.passkey.lastRemoved' : null
}
export type SecurityView = Awaited<ReturnType<typeof loadSecurity>>

/** Recovery codes are shown once, in the answer itself: there is no page to redirect to. */
export interface FreshCodes {
  recoveryCodes: string[]
}

async function setUpTotp({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'setUpTotp', texts }, async () => {
    await shop.api.setUpTotp()
    return redirect(`${HOME()}?setUp=totp`)
  })
}

async function turnTotpOn({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'turnTotpOn', texts }, async (): Promise<FreshCodes | Response> => {
    if (!texts.code) throw new FieldFaults({ code: { key: 'account.secondStep.enterCode' } })
    const { recoveryCodes } = await shop.api.turnTotpOn({ code: texts.code })
    return recoveryCodes.length > 0 ? { recoveryCodes } : redirect(HOME())
  })
}

async function turnTotpOff({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'turnTotpOff', texts }, async () => {
    await shop.api.turnTotpOff()
    return redirect(`${HOME()}?notice=off`)
  })
}

/** What the form is about may have been removed in another tab: the page then shows what there is now. */
function orThePage(error: unknown): Response {
  if (readProblem(error)?.code !== 'not_found') throw error
  return redirect(HOME())
}

async function renewRecoveryCodes({ shop, texts }: ShopForm) {
  return runForm(
    { shop, intent: 'renewRecoveryCodes', texts },
    (): Promise<FreshCodes | Response> => shop.api.renewRecoveryCodes().catch(orThePage),
  )
}

async function startPasskey({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'startPasskey', texts }, async () => ({
    newPasskey: await shop.api.startPasskey(),
  }))
}

async function addPasskey({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'startPasskey', texts }, async (): Promise<FreshCodes | Response> => {
    const answer = readPasskeyAnswer(texts.passkey)
    const { recoveryCodes } = await shop.api.addPasskey({ ...answer, name: texts.name || defaultName(shop) })
    return recoveryCodes.length > 0 ? { recoveryCodes } : redirect(HOME())
  })
}

/** Named after the browser that created it. */
function defaultName({ userAgent }: Shop): string {
  const device = deviceOf(userAgent ?? null)
  return device ? `${device.browser}, ${device.system}` : 'Passkey'
}

async function renamePasskey({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'renamePasskey', texts }, async () => {
    // Its own name: `name` has the words for a person's.
    const { keyId = '', keyName } = texts
    if (!keyName) throw new FieldFaults({ keyName: { key: 'forms.required.any' } })
    const named = parseOrProblem(renamePasskeySchema, { name: keyName })
    await shop.api.renamePasskey(keyId, named).catch(orThePage)
    return redirect(HOME())
  })
}

async function removePasskey({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'removePasskey', texts }, async () => {
    await shop.api.removePasskey(texts.keyId ?? '').catch(orThePage)
    return redirect(`${HOME()}?notice=removed`)
  })
}

/** The forms of the page by their intent. */
const FORMS = {
  setUpTotp,
  turnTotpOn,
  turnTotpOff,
  renewRecoveryCodes,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
} as const

/** Runs what the form asks for. */
export function changeSecurity(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  return actOf(FORMS, intent)({ shop, texts })
}
