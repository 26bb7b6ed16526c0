import type { DisplacedVisit } from '@shop/contract/desk-calendar'
import { membersOf } from '@shop/contract/main-api-client'
import { addDays } from '@shop/domain/dates'
import { mayAt } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { formatDay } from '@shop/texts/formats.server'
import { data, Form, Link, useSearchParams } from 'react-router'
import { changeOf, daysNamed } from '../calendar/asked-change.server.ts'
import { ClosuresCard, HolidaysCard, typedIn, WeekTable } from '../calendar/calendar-cards.tsx'
import { HoursCard } from '../calendar/hours-card.tsx'
import { reloadAfterConflict, useEmptied } from '../forms/after-form.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { problemOf } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { type Desk, deskContext, staffContext } from '../session/desk-context.server.ts'
import { moment, shortDay } from '../texts/format.server.ts'
import { LaboratoryName, laboratoryOption } from '../visits/laboratory-name.tsx'
import type { Route } from './+types/calendar'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { grants } = context.get(staffContext)
  const query = url.searchParams
  const laboratories = await desk.api.deskLaboratories()
  const wanted = Number(query.get('place') || laboratories[0]?.id)
  const calendar = await desk.api.deskCalendar(wanted, { from: query.get('from') || undefined })
  const days = Array.from({ length: 7 }, (_, ahead) => addDays(calendar.from, ahead))
  return {
    ...calendar,
    days: days.map((date) => ({ date, label: formatDay(date, desk.locale, 'dayShort') })),
    closures: calendar.closures.map((closure) => ({
      ...closure,
      first: formatDay(closure.firstDay, desk.locale, 'fullDay'),
      last: formatDay(closure.lastDay, desk.locale, 'fullDay'),
    })),
    holidays: calendar.holidays.map((holiday) => ({
      ...holiday,
      day: shortDay(holiday.date, desk),
    })),
    displaced: shown(desk, calendar.displaced),
    laboratories,
    mayChange: mayAt(grants, 'calendar.change', calendar.laboratory.id),
  }
}

const shown = (desk: Desk, visits: readonly DisplacedVisit[]) =>
  visits.map(({ start, otherTimes, ...visit }) => ({
    ...visit,
    when: moment(start, desk),
    otherTimes: otherTimes.map((time) => ({ start: time, when: moment(time, desk) })),
  }))

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const id = Number(form.get('laboratoryId'))
  const calendar = await desk.api.deskCalendar(id, {})
  const change = changeOf(form, calendar)
  if (!change) throw data(null, { status: 400 })
  const body = {
    version: Number(form.get('version')),
    change,
    knownOrderIds: form.getAll('knownOrderId').map(String),
  }
  try {
    await desk.api.changeCalendar(id, body)
    return { saved: change.kind, days: daysNamed(form), typed: null, problem: null, loses: null }
  } catch (error) {
    return data(refusal(desk, error, form), { status: 409 })
  }
}

export const shouldRevalidate = reloadAfterConflict

/** Whatever the reason for a refusal, what was typed goes back to its form, for a page without scripts. */
function refusal(desk: Desk, error: unknown, form: FormData) {
  const typed = [...form].flatMap(([name, value]) =>
    name !== 'knownOrderId' && typeof value === 'string' ? [[name, value] as const] : [],
  )
  const refused = { saved: null, days: [], typed }
  const losing = membersOf(error, 'visits_lose_place')
  if (losing) return { ...refused, problem: null, loses: shown(desk, losing.visits) }
  return { ...refused, problem: problemOf(desk, error), loses: null }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Calendar({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { laboratory, version, displaced, mayChange } = loaded
  const closed = useEmptied(done, done?.saved === 'close')
  const hour = useSearchParams()[0].get('hour')
  return (
    <>
      <title>{t('desk:nav.calendar')}</title>
      <h1>
        {t('desk:nav.calendar')}: <LaboratoryName {...laboratory} />
      </h1>
      <CalendarTools {...loaded} />
      {done?.problem?.code === 'invalid_fields' ? (
        <Notice tone="bad" role="alert" title={t('desk:calendar.invalid')} />
      ) : (
        <ProblemNotice problem={done?.problem} />
      )}
      {done?.saved && <Notice tone="ok" role="status" title={t('desk:saved')} />}
      {done?.loses && <LosesPlace visits={done.loses} sent={done.typed} place={laboratory.id} />}
      {version === 0 && <p className="muted">{t('desk:calendar.unset')}</p>}
      {displaced.length > 0 && !done?.loses && (
        <Notice tone="warn" title={t('desk:calendar.displaced', { count: displaced.length })}>
          <p>{t('desk:calendar.displacedText')}</p>
          <Visits visits={displaced} />
        </Notice>
      )}
      <div className="deskColumns" key={laboratory.id}>
        <div className="stack">
          <WeekTable calendar={loaded} hour={hour} />
          <HoursCard calendar={loaded} mayChange={mayChange} done={done} />
        </div>
        <div className="stack">
          <ClosuresCard key={closed} calendar={loaded} mayChange={mayChange} typed={typedIn(done, 'close')} />
          {loaded.holidays.length > 0 && <HolidaysCard calendar={loaded} mayChange={mayChange} />}
        </div>
      </div>
    </>
  )
}

/** The visits that would lose their place, with everything that was sent: it is saved only if sent again with these. */
function LosesPlace({
  visits,
  sent,
  place,
}: {
  visits: Loaded['displaced']
  sent: readonly (readonly [string, string])[]
  place: number
}) {
  const { t } = useTexts()
  return (
    <Notice tone="warn" role="alert" title={t('desk:calendar.loses', { count: visits.length })}>
      <p>{t('desk:calendar.losesText')}</p>
      <Visits visits={visits} />
      <Form method="post" className="row row-wrap">
        {sent.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields of one form, in their order, some with the same name.
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {visits.map(({ orderId }) => (
          <input key={orderId} type="hidden" name="knownOrderId" value={orderId} />
        ))}
        <SubmitButton look="danger">{t('desk:calendar.goOn')}</SubmitButton>
        <ButtonLink look="plain" to={withQuery(pathOf('calendar'), { place })}>
          {t('desk:calendar.leave')}
        </ButtonLink>
      </Form>
    </Notice>
  )
}

function Visits({ visits }: { visits: Loaded['displaced'] }) {
  const { t } = useTexts()
  return (
    <ul className="stack stack-s">
      {visits.map(({ orderId, number, when, otherTimes }) => (
        <li key={orderId}>
          <Link to={pathOf('order', { orderId })}>{number}</Link>, {when}. {t('desk:calendar.otherTimes')}:{' '}
          {otherTimes.length === 0
            ? t('desk:calendar.noOther')
            : otherTimes.map(({ start, when: other }, index) => (
                <span key={start}>
                  {index > 0 && ' · '}
                  <Link to={withQuery(pathOf('order', { orderId }), { move: start.slice(0, 10), to: start })}>
                    {other}
                  </Link>
                </span>
              ))}
        </li>
      ))}
    </ul>
  )
}

function CalendarTools({ laboratory, laboratories, from }: Loaded) {
  const texts = useTexts()
  const { t } = texts
  const weekAt = (date: string) => withQuery(pathOf('calendar'), { place: laboratory.id, from: date })
  return (
    <Form method="get" className="deskTools" key={`${laboratory.id} ${from}`}>
      <ButtonLink look="quiet" icon="arrow-left" to={weekAt(addDays(from, -7))}>
        {t('desk:calendar.before')}
      </ButtonLink>
      <ButtonLink look="quiet" iconAfter="arrow-right" to={weekAt(addDays(from, 7))}>
        {t('desk:calendar.after')}
      </ButtonLink>
      <TextField name="from" type="date" label={t('desk:calendar.from')} defaultValue={from} />
      <SelectField
        name="place"
        label={t('shell.laboratory')}
        defaultValue={String(laboratory.id)}
        options={laboratories.map((each) => laboratoryOption(each, texts))}
      />
      <SubmitButton look="quiet">{t('desk:show')}</SubmitButton>
    </Form>
  )
}
