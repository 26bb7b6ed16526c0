import { expect, test } from 'vitest'
import { using } from './source-files.ts'

/**
 * Names of the specification for which the shop has words of its own (docs/glossary.md), and where they may be written
 * all the same: in the contract, and in the files and folders listed here with a reason. Tests, benchmarks and the
 * other programs that only call the shop speak the wire and are not checked.
 */
const CONTRACT = 'packages/contract/src/'
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  analysisDtosByPatientId: [],
  calculatedCallStructure: [],
  // The call's path.
  catalogHeaders: ['apps/laboratory-api/src/catalogue/routes.ts'],
  isBoughtOptionalMaterialMap: [],
  labServiceIds: [],
  materialCartRefMapsByPatientId: [],
  nurseCheckout: [],
  optionalMaterialDecisionRequestMap: [],
  patientIdsByAnalysisId: [],
  personalDetails: [],
  quickPhone: [],
  specificAnalysisRulesApplication: [],
  subCartTotalsByPatientId: [],
  updateToIsBoughtOptionalMaterialMap: [],
  // For open pages of the previous release. Remove with the next release.
  execPeriod: ['apps/storefront/app/catalogue/load-analysis.server.ts'],
  // The catalogue's files have fields of their own, by which a refusal and the desk's comparison name them.
  labServices: [
    'apps/desk/app/catalogue/field-words.ts',
    'apps/laboratory-api/src/catalogue/file-entries.ts',
    'apps/laboratory-api/src/catalogue/import/',
  ],
  // A page's data, which an open page of the previous release reads.
  feedbackDetails: [
    'apps/storefront/app/checkout/order-feedback.server.ts',
    'apps/storefront/app/checkout/routes/order-feedback.tsx',
  ],
  // A screen: what leads to it, what it runs, and what is left out above it.
  callDetails: [
    'apps/storefront/app/cart/load-cart.server.ts',
    'apps/storefront/app/checkout/call-details.server.ts',
    'apps/storefront/app/checkout/open-checkout.server.ts',
    'apps/storefront/app/checkout/routes/call-details.tsx',
    'apps/storefront/app/checkout/visit-view.server.ts',
    'apps/storefront/app/platform/navigation/navigation.ts',
    'apps/storefront/app/routes.ts',
    'apps/storefront/app/shell/laboratory.server.ts',
    'apps/storefront/app/shell/waiting-order-bar.tsx',
  ],
  // The call's one parameter, by which a refusal names the fields in it.
  callStructureParams: ['apps/storefront/app/checkout/'],
  // A screen, and the field of its form.
  nurseCheckoutDate: [
    'apps/storefront/app/cart/load-cart.server.ts',
    'apps/storefront/app/checkout/',
    'apps/storefront/app/platform/navigation/navigation.ts',
    'apps/storefront/app/platform/problems/problem-messages.server.ts',
    'apps/storefront/app/routes.ts',
    'apps/storefront/app/shell/',
  ],
}

test.each(Object.entries(ELSEWHERE))(
  '%s is written in the contract, and elsewhere only where it must be',
  (name, places) => {
    const files = using(new RegExp(`\\b${name}\\b`))
    expect(files.some((file) => file.startsWith(CONTRACT))).toBe(true)
    const outside = files.filter((file) => !file.startsWith(CONTRACT))
    expect(outside.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([])
    expect(places.filter((place) => !outside.some((file) => file.startsWith(place)))).toEqual([])
  },
)
