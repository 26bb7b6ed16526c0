import type { CurrentUser } from '@shop/contract/accounts'
import type { Laboratory } from '@shop/contract/laboratories'
import { comesHome } from '@shop/domain/laboratory'
import { languageOfName } from '@shop/domain/language-of-name'
import type { WireMoney } from '@shop/domain/money'
import { formatMoment, formatTime } from '@shop/texts/formats.server'
import { patientNames } from '../patients/patient-names.server.ts'
import { readCallableRegions } from '../platform/catalogue/catalogue-cache.server.ts'
import {
  activeLaboratory,
  laboratoryInWords,
  laboratoryLabel,
  listLaboratories,
} from '../platform/laboratory/active-laboratory.server.ts'
import { isLoginNeeded } from '../platform/problems/read-problem.server.ts'
import { logApiFailure } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import type { CartMarks, LaboratoryOption, ShellData, WaitingOrderView } from '../platform/shell-data.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'

/** The contents of the visitor's cart. */
export interface CartContents {
  count: number
  total: WireMoney
  analysisIdsByPatientId: Readonly<Record<string, readonly number[]>>
}

interface LoadShell {
  shop: Shop
  /** Null if there is nothing to show. */
  readCart: (shop: Shop) => Promise<CartContents | null>
}

/** What surrounds every page. A token that is no longer valid ends the session. */
export async function loadShell({ shop, readCart }: LoadShell): Promise<ShellData> {
  /** Public pages do without what the main API cannot provide at the moment. */
  function orNothing(error: unknown): null {
    if (isLoginNeeded(error)) throw error
    logApiFailure(shop, error)
    return null
  }
  async function chosenView(laboratory: Laboratory): Promise<ShellData['laboratory']> {
    const regions = laboratory.callable ? await readCallableRegions(shop).catch(orNothing) : null
    const label = laboratoryInWords(laboratory, shop, regions)
    return { id: laboratory.id, label, lang: languageOfName(label, shop.locale) }
  }
  const [laboratory, user, cart] = await Promise.all([
    activeLaboratory(shop),
    shop.token ? currentUser(shop).catch(orNothing) : null,
    shop.token ? cartMarks(shop, readCart).catch(orNothing) : null,
  ])
  return {
    locale: shop.locale,
    locales: shop.env.locales,
    defaultLocale: shop.env.defaultLocale,
    publicUrl: shop.publicUrl,
    isLoggedIn: shop.token !== undefined,
    user: user && { name: `${user.firstName} ${user.lastName}`, email: user.email },
    cart,
    waitingOrder: user && waitingOrderOf(shop, user),
    laboratory: laboratory && (await chosenView(laboratory)),
    laboratories: laboratory ? null : await laboratoryOptions(shop),
    cookieAccepted: shop.cookieAccepted,
    isAnswer: shop.isAnswer,
  }
}

function waitingOrderOf(shop: Shop, { waitingOrder }: CurrentUser): WaitingOrderView | null {
  // The job that ends the order may run a little after its time.
  if (!waitingOrder) return null
  const { expiresAt, visitStart, visitKind = 'branch', ...order } = waitingOrder
  const heldForMs = Date.parse(expiresAt) - shop.now().getTime()
  if (heldForMs <= 0) return null
  const { texts } = pageTexts(shop.locale, shop.env.partner)
  return {
    ...order,
    title: visitStart && texts.t(`order.list.${visitKind}`, { visit: formatMoment(visitStart, shop) }),
    heldUntil: formatTime(expiresAt, shop),
    heldForMs,
  }
}

async function cartMarks(shop: Shop, readCart: LoadShell['readCart']): Promise<CartMarks | null> {
  const contents = await readCart(shop)
  if (!contents) return null
  const { count, total, analysisIdsByPatientId } = contents
  const names = await patientNames(shop, Object.keys(analysisIdsByPatientId))
  const namesByAnalysisId: Record<number, string[]> = {}
  for (const [patientId, analysisIds] of Object.entries(analysisIdsByPatientId)) {
    const name = names.get(patientId)
    for (const id of name ? analysisIds : [])
      namesByAnalysisId[id] = [...(namesByAnalysisId[id] ?? []), name!]
  }
  return { count, total, namesByAnalysisId }
}

/** The laboratories to choose from, with those that come home first. */
export async function laboratoryOptions(shop: Shop): Promise<LaboratoryOption[]> {
  const options = (await listLaboratories(shop)).map((laboratory) => ({
    id: laboratory.id,
    label: laboratoryLabel(laboratory),
    callable: comesHome(laboratory),
    latitude: laboratory.latitude,
    longitude: laboratory.longitude,
  }))
  return [...options.filter(({ callable }) => callable), ...options.filter(({ callable }) => !callable)]
}
