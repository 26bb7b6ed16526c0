import { laboratoryFromWire } from '@shop/contract/laboratories'
import { type VisitKind, visitKindOf } from '@shop/domain/laboratory'
import type { WireMoney } from '@shop/domain/money'
import { HOME_VISIT_CUT_OFF } from '@shop/domain/visit-slots'
import { redirect } from 'react-router'
import { VISIT_STEPS } from '../cart/load-cart.server.ts'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { type PlacesAround, readPlacesAround } from '../laboratories/branches.server.ts'
import { readCallableRegions, readLaboratories } from '../platform/catalogue/catalogue-cache.server.ts'
import { laboratoryInWords } from '../platform/laboratory/active-laboratory.server.ts'
import { lowestPrice } from '../platform/laboratory/callable-regions.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'
import { openCheckout, UNTIL_THE_VISIT } from './open-checkout.server.ts'

export interface DateOrCallView {
  summary: CartSummary
  /** The kind of the active laboratory. */
  active: VisitKind
  /** The active laboratory and what is near it: the closest branches, and the home visits in that town. */
  around: PlacesAround | null
  /** Whether there are any laboratories of each kind. */
  offered: Record<VisitKind, boolean>
  /** A sentence about each kind; the release before does not tell. */
  about?: Record<VisitKind, string>
  /** Nurses also visit people from another town than the chosen one; the release before does not tell. */
  hasOtherTowns?: boolean
  /** The home visits in that town, in the reader's language; the release before does not tell. */
  homeName?: string
  /** Names of analyses that cannot be taken at home. */
  notAtHome: string[]
  /** Null: a nurse visits no place. */
  lowestCallPrice: WireMoney | null
}

export async function loadDateOrCall(shop: Shop): Promise<DateOrCallView> {
  const open = await openCheckout(shop, UNTIL_THE_VISIT)
  const { laboratory, catalogue } = open
  const t = textsIn(shop.locale, shop.env.partner)
  const laboratories = await readLaboratories(shop)
  const kinds = [...laboratories.values()].map(visitKindOf)
  const active = visitKindOf(laboratory)
  const ids = new Set(Object.values(open.records.cart.body.cart.analysisIdsByPatientId).flat())
  const regions = await readCallableRegions(shop)
  const around = await readPlacesAround(shop, laboratory.id)
  const home = laboratories.get(Number((active === 'homeCall' ? around?.chosen : around?.home)?.id))
  return {
    summary: summarizeCart(open),
    active,
    around,
    ...(home && {
      homeName: laboratoryInWords(laboratoryFromWire(home), shop, regions),
    }),
    offered: { branch: kinds.includes('branch'), homeCall: kinds.includes('homeCall') },
    about: {
      branch: t('order.kind.branchAbout'),
      homeCall: t('order.kind.homeCallAbout', { time: HOME_VISIT_CUT_OFF }),
    },
    hasOtherTowns: active === 'homeCall' && kinds.filter((kind) => kind === active).length > 1,
    notAtHome: [...ids].flatMap((id) => {
      const analysis = catalogue.analysesById.get(id)
      return analysis && !analysis.homeCallPossible ? analysis.name : []
    }),
    lowestCallPrice: lowestPrice(regions),
  }
}

/** Continues to the times, or first to the choice of a laboratory of that kind. */
export async function changeDateOrCall(shop: Shop, form: FormData): Promise<Response> {
  const kind = form.get('kind') ?? form.get('another')
  if (kind !== 'branch' && kind !== 'homeCall') return redirect(pathOf('dateOrCall'))
  const { laboratory } = await openCheckout(shop, UNTIL_THE_VISIT)
  if (visitKindOf(laboratory) === kind && !form.has('another')) return redirect(VISIT_STEPS[kind])
  return redirect(`${pathOf('laboratory')}?from=order&kind=${kind}`)
}
