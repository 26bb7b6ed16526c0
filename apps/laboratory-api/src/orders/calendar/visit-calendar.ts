import type { Locale } from '@shop/contract/fields'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { orderPageUrl } from '../../payments/open-payment-page.ts'
import { formatPlace } from '../format-visit.ts'
import type { OrderRow } from '../tables.ts'
import { orderTexts } from '../texts/order-texts.ts'

const REMINDER_SECONDS = 12 * 60 * 60
export const CALENDAR_FILE = 'visit.ics'
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH'

/** The visit as an iCalendar file. Its id never changes, so a later file replaces an earlier one, or cancels it. */
export function visitCalendar({
  order,
  locale,
  publicUrl,
}: {
  order: OrderRow
  locale: Locale
  publicUrl: string
}): string {
  const texts = orderTexts(locale).calendar
  const isOff = ['expired', 'cancelled', 'refunded'].includes(order.state)
  const url = orderPageUrl(publicUrl, order.id)
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: new URL(publicUrl).hostname, product: 'shop' },
  })
  calendar.createEvent({
    id: `${order.id}@${new URL(publicUrl).hostname}`,
    sequence: isOff ? 1 : 0,
    stamp: order.updatedAt,
    start: order.visitStart,
    end: order.visitEnd,
    summary: order.visitKind === 'branch' ? texts.branch : texts.homeCall,
    location: formatPlace(order, locale),
    description: texts.description(order.number, url),
    url,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(isOff ? {} : { alarms: [{ type: ICalAlarmType.display, trigger: REMINDER_SECONDS }] }),
  })
  return calendar.toString()
}
