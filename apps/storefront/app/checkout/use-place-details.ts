import { insideTexts } from '@shop/texts/address-text'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { VisitView } from './visit-view.server.ts'

/** "Flat 48, entrance 2, floor 4, the bell does not work"; empty if none of it is known. */
export function usePlaceDetails(details: VisitView['placeDetails']): string {
  const { t } = useTexts()
  return [...insideTexts(details, t), details.notes].filter(Boolean).join(', ')
}
