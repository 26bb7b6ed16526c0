import { useTexts } from '../platform/texts/use-texts.ts'
import type { VisitView } from './visit-view.server.ts'

/** "Flat 48, entrance 2, floor 4, the bell does not work"; empty if none of it is known. */
export function usePlaceDetails({ flat, entrance, floor, notes }: VisitView['placeDetails']): string {
  const { t } = useTexts()
  return [
    flat && t('order.place.flat', { number: flat }),
    entrance && t('order.place.entrance', { number: entrance }),
    floor && t('order.place.floor', { number: floor }),
    notes,
  ]
    .filter(Boolean)
    .join(', ')
}
