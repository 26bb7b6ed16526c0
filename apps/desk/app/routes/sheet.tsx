import { LISTED } from '@shop/contract/desk'
import { addDays } from '@shop/domain/dates'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { formatDay, formatTime } from '@shop/texts/formats.server'
import { useCallback, useState } from 'react'
import { data, type HeadersFunction, redirect, useRevalidator } from 'react-router'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { answerForm } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { dropSheets, isWanted, keepSheet } from '../sheet/kept-sheet.ts'
import { KEPT_UNTIL, keptUntil } from '../sheet/kept-until.ts'
import { personInWords } from '../sheet/person-in-words.server.ts'
import styles from '../sheet/sheet.module.css'
import { KeepSheet, SheetTools } from '../sheet/sheet-tools.tsx'
import { SheetVisitCard } from '../sheet/sheet-visit-card.tsx'
import { useWaitingSteps } from '../sheet/use-waiting-steps.ts'
import { WaitingNotice } from '../sheet/waiting-notice.tsx'
import { FullList } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import { changeVisit } from '../visits/change-visit.server.ts'
import { askedPlace, placeName } from '../visits/day-place.ts'
import type { Route } from './+types/sheet'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { id: staffId, permissions, sessionEndsAt } = context.get(staffContext)
  if (!permissions.includes('visits.sheet')) throw data(null, { status: 403 })
  const query = url.searchParams
  const [asked, place] = [query.get('date') || undefined, query.get('place')]
  const [laboratories, sheet] = await Promise.all([
    desk.api.deskLaboratories(),
    desk.api.visitSheet({ date: asked, ...askedPlace(place) }),
  ])
  const { date, visits, regions } = sheet
  // Each day and place has its own address, under which it is kept.
  if (!asked) throw redirect(withQuery(pathOf('sheet'), { date, place }))
  const until = keptUntil({
    sessionEnd: Date.parse(sessionEndsAt),
    dayEnd: Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(desk.businessTimeZone)
      .epochMilliseconds,
    now: Date.now(),
  })
  const keptTo = until && new Date(until).toISOString()
  return data(
    {
      date,
      staffId,
      permissions,
      visits: visits.map((visit) => ({
        ...visit,
        time: `${formatTime(visit.start, desk)}–${formatTime(visit.end, desk)}`,
        people: visit.people.map((person) => personInWords(person, desk)),
        key: crypto.randomUUID(),
      })),
      day: formatDay(date, desk.locale, 'fullDay'),
      shortDay: formatDay(date, desk.locale, 'dayShort'),
      laboratories,
      regions: regions ?? [],
      // A main API of the previous release replies with the whole day.
      place: (regions && place) ?? '',
      before: addDays(date, -1),
      after: addDays(date, 1),
      readAt: moment(new Date().toISOString(), desk),
      keptTo: keptTo && moment(keptTo, desk),
    },
    keptTo ? { headers: { [KEPT_UNTIL]: keptTo } } : {},
  )
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ context, request }: Route.ActionArgs) {
  return answerForm(await changeVisit(context.get(deskContext), await request.formData()))
}

export const shouldRevalidate = reloadAfterConflict

export default function Sheet({ loaderData: loaded }: Route.ComponentProps) {
  const { t } = useTexts()
  const { visits, date, day, shortDay, place, readAt, keptTo, permissions, staffId } = loaded
  const chosen = placeName(loaded)
  const { revalidate } = useRevalidator()
  /** Whether it could be kept; null if not tried. */
  const [isKept, setIsKept] = useState<boolean | null>(null)
  const keep = useCallback(async () => {
    const isStored = await keepSheet()
    setIsKept(isStored)
    return isStored
  }, [])
  const drop = useCallback(() => {
    setIsKept(null)
    void dropSheets()
  }, [])
  const onSent = useCallback(() => {
    // If it cannot be kept again there is no network either, and reloading it would end in an error.
    if (!isWanted()) void revalidate()
    else void keep().then((isStored) => (isStored ? revalidate() : undefined))
  }, [revalidate, keep])
  const { steps, isOver, press, understood } = useWaitingSteps(staffId, visits, onSent)
  return (
    <>
      <title>{t('desk:sheet.title', { day })}</title>
      <div className="row row-wrap between">
        <h1>
          <span className={styles.wide}>{t('desk:sheet.title', { day })}</span>
          <span className={styles.narrow}>{t('desk:sheet.title', { day: shortDay })}</span>
        </h1>
        {chosen && <p lang={chosen.lang}>{chosen.name}</p>}
        <p className="muted">
          {t('desk:sheet.asOf', { moment: readAt })}{' '}
          <span role="status">{isKept !== null && t(isKept ? 'desk:sheet.kept' : 'desk:sheet.notKept')}</span>
        </p>
      </div>
      <SheetTools {...loaded}>
        {keptTo && <KeepSheet key={`${date} ${place}`} until={keptTo} keep={keep} drop={drop} />}
      </SheetTools>
      <WaitingNotice steps={steps} isOver={isOver} />
      {visits.length === 0 && <p>{t('desk:sheet.none')}</p>}
      <div className={styles.visits}>
        {visits.map((visit) => (
          <SheetVisitCard
            key={visit.orderId}
            visit={visit}
            day={date}
            permissions={permissions}
            steps={steps}
            press={press}
            understood={understood}
          />
        ))}
      </div>
      {visits.length >= LISTED && <FullList count={visits.length} />}
    </>
  )
}
