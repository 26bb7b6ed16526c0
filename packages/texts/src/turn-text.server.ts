import type { Turn } from '@shop/domain/family-morning'
import type { Texts } from './create-texts.ts'
import { formatTime, type Reader } from './formats.server.ts'

interface Person {
  patientId: string
  firstName: string
}

/** "Anna: about 8:30, 15 min. May eat from about 8:45." */
export function turnText(
  { id, start, minutes, mayEatFrom }: Turn,
  { patients, reader, t }: { patients: readonly Person[]; reader: Reader; t: Texts['t'] },
): string {
  const name = patients.find(({ patientId }) => patientId === id)?.firstName ?? ''
  const values = { name, time: formatTime(start, reader), minutes }
  return mayEatFrom
    ? t('order.turns.eats', { ...values, eats: formatTime(mayEatFrom, reader) })
    : t('order.turns.turn', values)
}
