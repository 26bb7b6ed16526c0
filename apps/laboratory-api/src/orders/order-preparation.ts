import { ageInYears, todayIn } from '@shop/domain/age'
import type { Locale } from '@shop/domain/locale'
import { collectsUrineBefore, type MergedPreparation, mergePreparation } from '@shop/domain/preparation'
import { questionsOf, type VisitQuestion } from '@shop/domain/visit-questions'
import { formatMoment, type Reader } from '@shop/texts/formats.server'
import { type PreparationItem, preparationItems } from '@shop/texts/preparation-items'
import { inLanguage } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'
import type { ReadLine, ReadPatient, StoredOrder } from './order-queries.ts'

interface Of {
  details: Pick<StoredOrder, 'order' | 'lines'>
  reader: Reader & { locale: Locale }
}

/** What a patient of the order must do before the visit, merged from the analyses as they were when ordered. */
export function orderPreparation(
  { patientId, dateOfBirth }: ReadPatient,
  { details: { order, lines }, reader: { locale, businessTimeZone } }: Of,
): MergedPreparation {
  const own = lines.filter((line) => line.patientId === patientId)
  return mergePreparation({
    analyses: own.flatMap(({ preparation }) =>
      preparation
        ? [{ fastingHours: preparation.fastingHours, notes: inLanguage(preparation.notes, locale) }]
        : [],
    ),
    visit: { start: order.visitStart.toISOString(), zone: businessTimeZone },
    ageYears: ageInYears(dateOfBirth, todayIn(businessTimeZone, order.visitStart)),
  })
}

/** The same in the page's words, for mails; never empty. */
export function preparationLines(patient: ReadPatient, of: Of): PreparationItem[] {
  const { locale } = of.reader
  const t = textsIn(locale)
  const { order, lines } = of.details
  const materials = lines.flatMap(({ patientId, kind, name }) =>
    patientId === patient.patientId && kind === 'material' ? name.en : [],
  )
  const { fastFrom, fastingNote = null, ...merged } = orderPreparation(patient, of)
  const items = preparationItems(
    {
      ...merged,
      fastFrom: fastFrom ? formatMoment(fastFrom, of.reader) : null,
      fastingNote,
      urineContainer: collectsUrineBefore(order.visitKind, materials) ? 'ordered' : null,
    },
    t,
  )
  const brought = patient.broughtMaterials.map(({ name }) => inLanguage(name, locale))
  if (brought.length > 0) items.push({ head: t('cart:broughtByPatient'), text: brought.join(', ') })
  if (items.length === 0) items.push({ text: t('catalogue.preparation.none') })
  return items.map(({ head, text }) => (head ? { head: `${head}:`, text: `${text}.` } : { text }))
}

/** Each as one text, for calendars. */
export function preparationTexts(patient: ReadPatient, of: Of): string[] {
  return preparationLines(patient, of).map(({ head, text }) => (head ? `${head} ${text}` : text))
}

/** The questions to one person of an order, as they were in the catalogue when the order was made. */
export function askedOf(
  { patientId, gender }: Pick<ReadPatient, 'patientId' | 'gender'>,
  lines: readonly ReadLine[],
): VisitQuestion[] {
  const own = lines.filter((line) => line.patientId === patientId)
  return questionsOf(
    own.map(({ preparation }) => preparation?.asks ?? []),
    { isFemale: gender === 'F' },
  )
}
