import type { Locale } from '@shop/domain/locale'
import { inLanguage } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'
import type { LaboratorySnapshot } from './tables.ts'

type Named = Pick<LaboratorySnapshot, 'city' | 'address' | 'callable'>

/** A branch by its address, as on its sign, in every language: it has one name everywhere. */
export const branchName = ({ city, address }: Named): string => `${city.ru}, ${address.ru}`

/** A laboratory that comes home, by the city around which it does. */
export const homeVisitsIn = ({ city }: Named, locale: Locale): string =>
  textsIn(locale)('laboratories.homeVisitsIn', { city: inLanguage(city, locale) })

/** The laboratory of an order, as its results say it on pages and on paper. */
export const laboratoryName = (laboratory: Named, locale: Locale): string =>
  laboratory.callable ? homeVisitsIn(laboratory, locale) : branchName(laboratory)
