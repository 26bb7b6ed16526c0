const TIME_STAMP =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d{1,4})?)?)?)?(?:([+-]\d{2})(\d{2}))?$/

const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([+-]\d\d):(\d\d)$/

/**
 * A time stamp in FHIR's format; without an offset it is in the zone. An hour is its beginning. Null if it is invalid
 * or less exact than a day.
 */
export function readTime(stamp: string, zone: string): string | null {
  const [, year, month, day, hour, minute = '00', second = '00', hours, minutes] =
    TIME_STAMP.exec(stamp) ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  try {
    if (hour === undefined) return Temporal.PlainDate.from(date, { overflow: 'reject' }).toString()
    const time = Temporal.PlainDateTime.from(`${date}T${hour}:${minute}:${second}`, { overflow: 'reject' })
    return time
      .toZonedDateTime(hours === undefined ? zone : `${hours}:${minutes}`)
      .toInstant()
      .toString({ smallestUnit: 'second' })
  } catch {
    return null
  }
}

/** An instant as a time stamp with the offset of the zone. */
export function writeTime(instant: string | Date, zone: string): string {
  const iso = typeof instant === 'string' ? instant : instant.toISOString()
  return Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
    .replace(WRITTEN, '$1$2$3$4$5$6$7$8')
}

/** A FHIR date in HL7's format. */
export const writeDay = (date: string) => date.replaceAll('-', '')
