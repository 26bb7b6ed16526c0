import type { Locale } from '@shop/domain/locale'
import { isCalledOff } from '@shop/domain/order-states'
import type { Reader } from '@shop/texts/formats.server'
import { turnText } from '@shop/texts/turn-text.server'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { ApiContext } from '../../context.ts'
import { orderPageUrl } from '../../payments/open-payment-page.ts'
import { textsIn } from '../../texts.ts'
import { formatPlace } from '../format-place.ts'
import { preparationTexts } from '../order-preparation.ts'
import type { StoredOrder } from '../order-queries.ts'
import { orderTurns } from '../order-turns.ts'

const REMINDER_SECONDS = 12 * 60 * 60
export const CALENDAR_FILE = 'visit.ics'
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH'

/**
 * The visit as an iCalendar file, with each patient's preparation. Its id never changes, so a later file replaces or
 * cancels an earlier one.
 */
export function visitCalendar({
  details,
  locale,
  settings: { publicUrl, businessTimeZone },
}: {
  details: StoredOrder
  locale: Locale
  settings: Pick<ApiContext['settings'], 'publicUrl' | 'businessTimeZone'>
}): string {
  const { order } = details
  const t = textsIn(locale)
  const reader = { locale, businessTimeZone }
  const isOff = isCalledOff(order.state)
  const url = orderPageUrl({ publicUrl }, order.id)
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: new URL(publicUrl).hostname, product: 'shop' },
  })
  calendar.createEvent({
    id: `${order.id}@${new URL(publicUrl).hostname}`,
    sequence: order.visitSequence + (isOff ? 1 : 0),
    stamp: order.updatedAt,
    start: order.visitStart,
    end: order.visitEnd,
    summary: t(`order.next.${order.visitKind}`),
    location: formatPlace(order, locale),
    description: [
      t('mails:calendar.description', { number: order.number, url }),
      ...turnLines(details, reader),
      ...details.patients.map((patient) =>
        [
          t('mails:preparation.title', { firstName: patient.firstName }),
          ...preparationTexts(patient, { details, reader }).map((item) => `- ${item}`),
        ].join('\n'),
      ),
    ].join('\n\n'),
    url,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(isOff ? {} : { alarms: [{ type: ICalAlarmType.display, trigger: REMINDER_SECONDS }] }),
  })
  return calendar.toString()
}

/** Whose turn is when, as one paragraph; empty for one person. */
function turnLines(details: StoredOrder, reader: Reader & { locale: Locale }): string[] {
  const { locale, businessTimeZone } = reader
  const t = textsIn(locale)
  const { patients } = details
  const turns = orderTurns(details, businessTimeZone).map(
    (turn, index) => `${index + 1}. ${turnText(turn, { patients, reader, t })}`,
  )
  return turns.length > 0 ? [[t('order.turns.title'), ...turns, t('order.turns.hint')].join('\n')] : []
}
