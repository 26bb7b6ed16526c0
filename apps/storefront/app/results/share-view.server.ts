import { type Locale, localeSchema } from '@shop/contract/fields'
import { type QrCode, qrCode } from '@shop/contract/qr-code'
import { createShareSchema, type Share } from '@shop/contract/results'
import { data } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { momentOf } from './format-results.server.ts'

export interface ShareView {
  id: string
  state: Share['state']
  created: string
  expires: string
  views: { at: string; pinWasRight: boolean }[]
}

/** A link that was just made: address and PIN are shown this once. */
export interface NewShareView {
  address: string
  /** "402 817" */
  pin: string
  expires: string
  qr: QrCode
  /** What the doctor is told, in the language that the link opens in. */
  forDoctor: { language: Locale; title: string; text: string }
}

export interface SharePageView {
  patientName: string
  base: string
  shares: ShareView[]
}

interface Ids {
  testResultId?: string | undefined
  patientId?: string | undefined
}

/** The links to a patient's results of one order. */
export async function loadShares(shop: Shop, { testResultId, patientId }: Ids): Promise<SharePageView> {
  const { patient } = await shop.api.patientResults(testResultId!, patientId!)
  const shares = await shop.api.shares(testResultId!, patientId!)
  return {
    patientName: `${patient.firstName} ${patient.lastName}`,
    base: pathOf('testResultPatientAnalyzesList', { testResultId: testResultId!, patientId: patientId! }),
    shares: shares.map((share) => shareView(share, shop)),
  }
}

function shareView({ id, state, createdAt, expiresAt, views }: Share, shop: Shop): ShareView {
  return {
    id,
    state,
    created: momentOf(createdAt, shop),
    expires: momentOf(expiresAt, shop),
    views: views.map(({ at, pinWasRight }) => ({ at: momentOf(at, shop), pinWasRight })),
  }
}

/** Makes a link. Answers it in the page itself: address and PIN are told once, so there is no page to go on to. */
export async function makeShare(shop: Shop, ids: Ids, form: FormData): Promise<NewShareView> {
  const parsed = createShareSchema.safeParse({ days: Number(form.get('days')) })
  const days = parsed.success ? parsed.data.days : 7
  const asked = localeSchema.safeParse(form.get('language'))
  const language = asked.success ? asked.data : shop.locale
  const share = await shop.api.createShare(ids.testResultId!, ids.patientId!, { days })
  const address = `${shop.publicUrl}${pathOf('sharedResult', { shareToken: share.token })}?locale=${language}`
  const { t } = pageTexts(language, shop.env.partner).texts
  return {
    address,
    qr: qrCode(address),
    forDoctor: { language, title: t('results.share.passTitle'), text: t('results.share.qrText') },
    pin: `${share.pin.slice(0, 3)} ${share.pin.slice(3)}`,
    expires: momentOf(share.expiresAt, shop),
  }
}

/** Closes a link. */
export async function closeShare(shop: Shop, ids: Ids, form: FormData): Promise<void> {
  const shareId = String(form.get('shareId') ?? '')
  await shop.api.revokeShare(ids.testResultId!, ids.patientId!, shareId)
}

/** The form of the page that was sent, by its intent. */
export async function changeShares(shop: Shop, ids: Ids, { intent, texts, form }: SentForm) {
  if (intent !== 'makeShare' && intent !== 'closeShare') throw data(null, { status: 400 })
  return attempt({ shop, intent, texts }, async () => {
    if (intent === 'makeShare') return makeShare(shop, ids, form)
    await closeShare(shop, ids, form)
    return null
  })
}
