import type { Locale } from '@shop/contract/fields'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { ApiContext } from '../../context.ts'
import { orderPageUrl } from '../../payments/open-payment-page.ts'
import { textsIn } from '../../texts.ts'
import { formatPlace } from '../format-visit.ts'
import { preparationItems } from '../order-preparation.ts'
import type { StoredOrder } from '../order-queries.ts'

const REMINDER_SECONDS = 12 * 60 * 60
export const CALENDAR_FILE = 'visit.ics'
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH'

/** The visit as an iCalendar file, with what each patient has to do before. Its id never changes, so a later file replaces an earlier one, or cancels it. */
export function visitCalendar({
  details,
  locale,
  settings: { publicUrl, businessTimeZone: zone },
}: {
  details: StoredOrder
  locale: Locale
  settings: Pick<ApiContext['settings'], 'publicUrl' | 'businessTimeZone'>
}): string {
  const { order } = details
  const t = textsIn(locale)
  const isOff = ['expired', 'cancelled', 'refunded'].includes(order.state)
  const url = orderPageUrl(publicUrl, order.id)
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
    summary: t(`mails:calendar.${order.visitKind}`),
    location: formatPlace(order, locale),
    description: [
      t('mails:calendar.description', { number: order.number, url }),
      ...details.patients.map((patient) =>
        [
          t('mails:preparation.title', { firstName: patient.firstName }),
          ...preparationItems(patient, { details, locale, zone }).map((item) => `- ${item}`),
        ].join('\n'),
      ),
    ].join('\n\n'),
    url,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(isOff ? {} : { alarms: [{ type: ICalAlarmType.display, trigger: REMINDER_SECONDS }] }),
  })
  return calendar.toString()
}
