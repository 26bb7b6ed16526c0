import { ageInYears, todayIn } from '@shop/domain/age'
import { planMorning, type Turn } from '@shop/domain/family-morning'
import { orderPreparation } from './order-preparation.ts'
import type { StoredOrder } from './order-queries.ts'

/** Whose turn is when at a visit of several people; empty for one person. */
export function orderTurns(
  { order, patients, lines }: Pick<StoredOrder, 'order' | 'patients' | 'lines'>,
  zone: string,
): Turn[] {
  if (patients.length < 2) return []
  const onDate = todayIn(zone, order.visitStart)
  const people = patients.map((patient) => {
    const { patientId: id, dateOfBirth } = patient
    const own = lines.filter(({ patientId }) => patientId === id)
    const { fastingHours, beforeFeed } = orderPreparation(patient, {
      details: { order, lines: own },
      reader: { locale: order.locale, businessTimeZone: zone },
    })
    const lasting = own.map(({ preparation }) => preparation?.lastsMinutes ?? 0)
    const ageYears = ageInYears(dateOfBirth, onDate)
    return { id, ageYears, fastingHours, beforeFeed, lastsMinutes: Math.max(0, ...lasting) }
  })
  return planMorning(people, order.visitStart.toISOString())
}
