import type { Texts } from './create-texts.ts'

/** What a patient does before the visit: merged from all tests, and with what the container asks for. */
export interface PreparationView {
  fastingHours: number
  /** "Mon 23 Nov, 4:30", once the visit is chosen. */
  fastFrom: string | null
  /** The catalogue's own wording about the fast. */
  fastingNote: string | null
  /** A baby, who does not fast. */
  beforeFeed: boolean
  notes: readonly string[]
  /** The chosen time is in the afternoon, and morning urine is to be brought. */
  isLateForUrine?: boolean
  /**
   * Urine is collected before the nurse comes, and the container would come with her. "choose" while the
   * patient can still decide to bring their own, "ordered" afterwards.
   */
  urineContainer: 'choose' | 'ordered' | null
}

export interface PreparationItem {
  /** From when on; without it the text stands alone. */
  head?: string
  text: string
}

/** The same list on pages, in mails and in calendars; empty if there is nothing to do. */
export function preparationItems(
  { fastingHours, fastFrom, fastingNote, beforeFeed, notes, isLateForUrine, urineContainer }: PreparationView,
  t: Texts['t'],
): PreparationItem[] {
  const items: PreparationItem[] = []
  if (fastingHours > 0)
    items.push({
      head: fastFrom
        ? t('cart:preparation.from', { moment: fastFrom })
        : t('cart:preparation.hours', { count: fastingHours }),
      text: fastFrom || !fastingNote ? t('cart:preparation.noFood') : fastingNote,
    })
  if (beforeFeed) items.push({ text: t('cart:preparation.beforeFeed') })
  for (const text of notes) items.push({ text })
  if (isLateForUrine) items.push({ text: t('cart:preparation.lateForUrine') })
  if (urineContainer) {
    const own = urineContainer === 'choose' ? ` ${t('cart:preparation.ownContainer')}` : ''
    items.push({ text: `${t('cart:preparation.urine')}${own}` })
  }
  return items
}
