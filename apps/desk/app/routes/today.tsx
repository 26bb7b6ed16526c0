import { DAY_VISITS } from '@shop/contract/desk-day'
import { SHORTEST_ORDER_SEARCH } from '@shop/contract/input-lengths'
import { addDays } from '@shop/domain/dates'
import { mayAt } from '@shop/domain/staff'
import { minutesLate, VISIT_STATES, type VisitState } from '@shop/domain/visit-progress'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { PhoneLink } from '@shop/storefront/ui/phone-link.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { formatDay, formatShortDuration, formatTime } from '@shop/texts/formats.server'
import { type ReactNode, useState } from 'react'
import { Form, Link, redirect } from 'react-router'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { ScanDialog, ScanLink } from '../scan/scan-code.tsx'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { firstScreen } from '../shell/screens.ts'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { changeVisit } from '../visits/change-visit.server.ts'
import { askedPlace } from '../visits/day-place.ts'
import { DayTools } from '../visits/day-tools.tsx'
import { isMeant } from '../visits/is-meant.ts'
import { LaboratoryName } from '../visits/laboratory-name.tsx'
import { STEP_PERMISSIONS, VisitStateTag, VisitSteps } from '../visits/visit-steps.tsx'
import { wayToDoor } from '../visits/way-to-door.ts'
import type { Route } from './+types/today'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions, grants } = context.get(staffContext)
  // A member of staff who may not see visits starts on a screen that they may see.
  if (!permissions.includes('visits.read')) {
    throw redirect(firstScreen(permissions))
  }
  const query = url.searchParams
  const [date, place] = [query.get('date') || undefined, query.get('place')]
  const [laboratories, day] = await Promise.all([
    desk.api.deskLaboratories(),
    desk.api.deskVisits({ date, ...askedPlace(place) }),
  ])
  const visits = day.visits.map((visit) => {
    const minutes = minutesLate(visit, Date.now())
    return {
      ...visit,
      time: formatTime(visit.start, desk),
      isLate: minutes !== null,
      lateBy: formatShortDuration(minutes ?? 0, desk.locale),
      permissions: STEP_PERMISSIONS.filter((one) => mayAt(grants, one, visit.laboratoryId)),
    }
  })
  return {
    ...day,
    visits,
    counts: day.counts ?? countsOf(visits),
    day: formatDay(day.date, desk.locale, 'fullDay'),
    before: addDays(day.date, -1),
    after: addDays(day.date, 1),
    place: place ?? '',
    laboratories,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return answerForm(await changeVisit(context.get(deskContext), await request.formData()))
}

export const shouldRevalidate = reloadAfterConflict

/** For a main API of the previous release, which does not count. */
function countsOf(visits: readonly { state: VisitState; isLate: boolean }[]) {
  const count = (state: VisitState) => visits.filter((visit) => visit.state === state).length
  return {
    expected: count('expected'),
    arrived: count('arrived'),
    missed: count('missed'),
    done: count('done'),
    late: visits.filter((visit) => visit.isLate).length,
  }
}

type Loaded = Route.ComponentProps['loaderData']
type Visit = Loaded['visits'][number]

export default function Today({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  useFresh()
  const { visits, day, counts } = loaded
  const [wanted, setWanted] = useState('')
  const shown = visits.filter((visit) => isMeant(visit, wanted))
  const count = counts.expected + counts.arrived + counts.missed + counts.done
  const isCut = visits.length < count
  const only = isCut ? undefined : onlyBranchOf(loaded)
  return (
    <>
      <title>{t('desk:nav.today')}</title>
      <div className="row row-wrap between">
        <h1>{day}</h1>
        {only && (
          <p>
            <LaboratoryName {...only} />
          </p>
        )}
        <p className="muted" role="status">
          {t('desk:today.counts', counts)}
        </p>
      </div>
      {/* For a step that was sent without scripts, or sent again after its answer was lost. */}
      <ProblemNotice problem={done?.problem} />
      <ScanDialog />
      <div className="deskTools">
        <DayTools {...loaded}>
          <ButtonLink look="quiet" to={pathOf('today')}>
            {t('desk:nav.today')}
          </ButtonLink>
        </DayTools>
        {/* Typing searches this day; Enter, which a scanner presses automatically, searches all orders. */}
        <Form method="post" action={pathOf('orders')} role="search" className="deskTools">
          <TextField
            name="text"
            type="search"
            label={t('desk:today.find')}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            autoComplete="off"
            minLength={SHORTEST_ORDER_SEARCH}
            required
          />
          <ScanLink />
        </Form>
        <p className="needs-scripts small muted">{t('desk:today.keys')}</p>
      </div>
      {isCut && <Notice tone="info" title={t('desk:today.cut', { shown: visits.length, count })} />}
      <Visits
        {...loaded}
        visits={shown}
        onlyBranch={only !== undefined}
        isCut={isCut}
        none={
          visits.length === 0 ? (
            <NoVisits {...loaded} />
          ) : isCut ? (
            t('desk:today.noneFoundOf', { shown: visits.length })
          ) : (
            t('desk:today.noneFound')
          )
        }
      />
    </>
  )
}

/** Nothing on this day, with where to look next. */
function NoVisits({ date, after, place }: Loaded) {
  const { t } = useTexts()
  return (
    <>
      {t('desk:today.none')}{' '}
      {place ? (
        <Link to={withQuery(pathOf('today'), { date })}>{t('desk:today.elsewhere')}</Link>
      ) : (
        <Link to={withQuery(pathOf('today'), { date: after })}>{t('desk:today.nextDay')}</Link>
      )}
    </>
  )
}

interface VisitsProps extends Loaded {
  isCut: boolean
  none: ReactNode
  /** Every visit of the day is there: the heading says so, and no row. */
  onlyBranch: boolean
}

function Visits({ visits, isCut, none, date, day, laboratories, onlyBranch }: VisitsProps) {
  const { t } = useTexts()
  return (
    <DeskTable
      caption={t('desk:today.caption', { day })}
      rows={visits}
      // The notice above says where it ends, and how many there are.
      most={isCut ? undefined : DAY_VISITS}
      isPart={isCut}
      keyOf={({ orderId }) => `${date} ${orderId}`}
      none={none}
      columns={[
        {
          id: 'time',
          head: t('desk:time'),
          cell: ({ time }) => time,
          sortBy: ({ start }) => start,
        },
        {
          id: 'order',
          head: t('results.fact.order'),
          cell: ({ orderId, number }) => <RowLink to={pathOf('order', { orderId })}>{number}</RowLink>,
          sortBy: ({ number }) => number,
        },
        {
          id: 'patients',
          head: t('patients.title'),
          cell: ({ patientNames, analysisCount, hasNote }) => (
            <>
              <Names names={patientNames} />{' '}
              <span className="muted nowrap">{t('shell.tests', { count: analysisCount })}</span>
              {hasNote && <span className="muted"> · {t('desk:today.note')}</span>}
            </>
          ),
          sortBy: ({ patientNames }) => patientNames.join(', '),
        },
        !onlyBranch && {
          id: 'place',
          head: t('desk:today.place'),
          cell: (visit) => <Place visit={visit} laboratories={laboratories} />,
          sortBy: ({ laboratoryId, regionName }) => `${regionName ?? ''} ${laboratoryId}`,
        },
        {
          id: 'state',
          head: t('desk:status'),
          className: 'nowrap',
          cell: ({ state, isLate: isBehind, lateBy }) =>
            isBehind ? (
              <Tag tone="warn">{t('desk:today.late', { time: lateBy })}</Tag>
            ) : (
              <VisitStateTag state={state} />
            ),
          sortBy: ({ state, isLate: isBehind }) => VISIT_STATES.indexOf(state) - (isBehind ? 0.5 : 0),
        },
        {
          id: 'steps',
          head: t('desk:actions'),
          cell: (visit) => <VisitSteps visit={visit} permissions={visit.permissions} />,
        },
      ]}
    />
  )
}

/** The branch where all of the day's visits are; undefined if there are several, or visits at home. */
function onlyBranchOf({ visits, laboratories }: Loaded): Loaded['laboratories'][number] | undefined {
  const ids = new Set(visits.map(({ laboratoryId, kind }) => (kind === 'branch' ? laboratoryId : null)))
  const [id] = ids
  return ids.size === 1 ? laboratories.find((one) => one.id === id) : undefined
}

/** As many letters as fit in one line beside the steps, which must not be pushed out of sight. */
const ONE_LINE = 32

function Names({ names }: { names: readonly string[] }) {
  const all = names.join(', ')
  return <span className={all.length > ONE_LINE ? undefined : 'nowrap'}>{all}</span>
}

/** The branch, or the way to the patient's door. */
function Place({ visit, laboratories }: { visit: Visit; laboratories: Loaded['laboratories'] }) {
  const texts = useTexts()
  const { t } = texts
  const door = wayToDoor(visit, texts)
  const { phone } = visit
  if (!door) {
    const branch = laboratories.find(({ id }) => id === visit.laboratoryId)
    return branch && <LaboratoryName {...branch} />
  }
  return (
    <>
      <Tag>{t('desk:visit.atHome')}</Tag> {[door.house, door.inside, door.notes].filter(Boolean).join(', ')}{' '}
      {phone && (
        <span className="nowrap">
          <PhoneLink phone={phone} />
        </span>
      )}
    </>
  )
}
