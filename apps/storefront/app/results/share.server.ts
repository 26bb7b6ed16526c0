import { localeSchema } from '@shop/contract/fields'
import { type QrCode, qrCode } from '@shop/contract/qr-code'
import { createShareSchema, type Share } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { formatDayOf, formatMoment } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'

export interface ShareView {
  id: string
  kind: Share['kind']
  state: Share['state']
  created: string
  expires: string
  views: { at: string; pinWasRight: boolean }[]
}

/** A link that was just made: its address and PIN are shown only this once. */
export interface NewShareView {
  address: string
  /** "402 817" */
  pin: string
  expires: string
  qr: QrCode
  /** The texts for the doctor, in the language that the link opens in. */
  forDoctor: { language: Locale; title: string; text: string; scan: string }
}

/** A SMART Health Link that was just made. */
export interface NewHealthLinkView {
  /** `shlink:/…` */
  healthLink: string
  /** "402 817" */
  pin: string
  expires: string
  qr: QrCode
}

export interface SharePageView {
  patientName: string
  base: string
  shares: ShareView[]
  /** Printed reports whose codes still work. */
  papers: { key: string; issued: string; expires: string }[]
}

interface Ids {
  testResultId?: string | undefined
  patientId?: string | undefined
}

/** The links to a patient's results of one order, and its printed reports. */
export async function loadShare(shop: Shop, { testResultId, patientId }: Ids): Promise<SharePageView> {
  const { patient } = await shop.api.patientResults(testResultId!, patientId!)
  const shares = await shop.api.shares(testResultId!, patientId!)
  const papers = await shop.api.paperCodes(testResultId!, patientId!)
  return {
    patientName: `${patient.firstName} ${patient.lastName}`,
    base: pathOf('testResultPatientAnalyzesList', { testResultId: testResultId!, patientId: patientId! }),
    shares: shares.map((share) => shareView(share, shop)),
    papers: papers.map(({ issuedAt, expiresAt }) => ({
      key: issuedAt,
      issued: formatDayOf(issuedAt, shop, 'date'),
      expires: formatDayOf(expiresAt, shop, 'date'),
    })),
  }
}

function shareView({ id, kind, state, createdAt, expiresAt, views }: Share, shop: Shop): ShareView {
  return {
    id,
    kind,
    state,
    created: formatMoment(createdAt, shop, 'date'),
    expires: formatMoment(expiresAt, shop, 'date'),
    views: views.map(({ at, pinWasRight }) => ({ at: formatMoment(at, shop, 'date'), pinWasRight })),
  }
}

/** Makes a link, to be shown in the same page: address and PIN appear only once, so there is no page to redirect to. */
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
    forDoctor: {
      language,
      title: t('results.list.title'),
      text: t('results.share.passText'),
      scan: t('results.share.scan'),
    },
    pin: grouped(share.pin),
    expires: formatMoment(share.expiresAt, shop, 'date'),
  }
}

const HEALTH_LINK_DAYS = 7

/** Makes a SMART Health Link, to be shown as `makeShare` does. */
async function makeHealthLink(shop: Shop, ids: Ids): Promise<NewHealthLinkView> {
  const wanted = { days: HEALTH_LINK_DAYS, kind: 'healthLink' } as const
  const made = await shop.api.createShare(ids.testResultId!, ids.patientId!, wanted)
  const healthLink = made.healthLink!
  return {
    healthLink,
    qr: qrCode(healthLink),
    pin: grouped(made.pin),
    expires: formatMoment(made.expiresAt, shop, 'date'),
  }
}

const grouped = (pin: string) => `${pin.slice(0, 3)} ${pin.slice(3)}`

/** Closes a link; the page then says so. */
async function closeShare(shop: Shop, ids: Ids, form: FormData): Promise<Response> {
  const shareId = String(form.get('shareId') ?? '')
  await shop.api.revokeShare(ids.testResultId!, ids.patientId!, shareId)
  const path = pathOf('testResultShare', { testResultId: ids.testResultId!, patientId: ids.patientId! })
  return redirect(`${path}?closed`)
}

/** Ends the codes of all printed reports. */
async function endCodes(shop: Shop, ids: Ids): Promise<{ areCodesEnded: true }> {
  await shop.api.endPaperCodes(ids.testResultId!, ids.patientId!)
  return { areCodesEnded: true }
}

/** Carries out the intent of the form. */
export async function changeShare(shop: Shop, ids: Ids, { intent, texts, form }: SentForm) {
  const act = actOf({ makeShare, makeHealthLink, closeShare, endCodes }, intent)
  return runForm({ shop, intent, texts }, async () => act(shop, ids, form))
}
