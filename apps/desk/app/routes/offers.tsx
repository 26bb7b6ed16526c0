import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { formatMoney, fromWire } from '@shop/domain/money'
import { scopeOf } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { useRef } from 'react'
import { Form } from 'react-router'
import { changeOffer } from '../catalogue/change-offer.server.ts'
import { OfferDone } from '../catalogue/offer-done.tsx'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { moment, shortDay } from '../texts/format.server.ts'
import { addressOf, LaboratoryName } from '../visits/laboratory-name.tsx'
import type { Route } from './+types/offers'

/** The search is in the address: it contains no personal data. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const find = url.searchParams.get('find')?.trim().slice(0, LONGEST_SEARCH_TERM) ?? ''
  const { grants, permissions } = context.get(staffContext)
  const [overview, found] = await Promise.all([
    desk.api.offersOverview(),
    find ? desk.api.findOffers({ searchNameTerm: find }) : null,
  ])
  return {
    find,
    found,
    // A price list applies to the whole network, an offer to one laboratory.
    mayPlan: scopeOf(grants, 'catalogue.change') === 'all',
    maySwitch: permissions.includes('catalogue.change'),
    ...overview,
    coming: overview.coming.map(({ price, priceNow, ...coming }) => ({
      ...coming,
      day: shortDay(coming.fromDay, desk),
      price: formatMoney(fromWire(price), desk.locale),
      priceNow: priceNow && formatMoney(fromWire(priceNow), desk.locale),
    })),
    withheld: overview.withheld.map((row) => ({ ...row, stopped: moment(row.since, desk) })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return changeOffer(context.get(deskContext), await request.formData())
}

export const shouldRevalidate = reloadAfterConflict

type Loaded = Route.ComponentProps['loaderData']

/** Prices that begin on a later day, what is not offered somewhere, and links to each analysis and profile. */
export default function Offers({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <title>{t('desk:offers.tab')}</title>
      <h1>{t('desk:nav.catalogue')}</h1>
      <Tabs of="catalogue" />
      <OfferDone done={done} />
      <Form key={loaded.find} method="get" className="deskTools">
        <TextField
          name="find"
          type="search"
          ref={field}
          label={t('desk:offers.find')}
          defaultValue={loaded.find}
          maxLength={LONGEST_SEARCH_TERM}
          autoComplete="off"
          required
        />
        <SubmitButton look="quiet">{t('desk:find')}</SubmitButton>
      </Form>
      {loaded.found && <Found found={loaded.found} />}
      <Coming {...loaded} />
      <Withheld {...loaded} />
    </>
  )
}

function Found({ found }: { found: NonNullable<Loaded['found']> }) {
  const { t } = useTexts()
  if (found.length === 0) return <p role="status">{t('desk:offers.noneFound')}</p>
  return (
    <ul className="stack stack-s">
      {found.map(({ kind, id, code, name }) => (
        <li key={`${kind} ${id}`}>
          <span className="muted">{t(`desk:offers.kind.${kind}`)}</span>{' '}
          <Entry code={code} name={name} kind={kind} id={id} />
        </li>
      ))}
    </ul>
  )
}

function Entry({
  code,
  name,
  kind,
  id,
}: Pick<NonNullable<Loaded['found']>[number], 'code' | 'name' | 'kind' | 'id'>) {
  return (
    <>
      <span className="deskCode">{code}</span>{' '}
      <RowLink to={pathOf('offer', { kind, offerId: id })}>{name}</RowLink>
    </>
  )
}

function Coming({ coming, comingCount, mayPlan }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="coming" className="stack">
      <h2 id="coming">{t('desk:offers.coming')}</h2>
      <DeskTable
        caption={{ labelledBy: 'coming' }}
        rows={coming}
        isPart={comingCount > coming.length}
        keyOf={({ id }) => id}
        none={t('desk:offers.comingNone')}
        columns={[
          { id: 'day', head: t('desk:firstDay'), cell: ({ day }) => day, sortBy: ({ fromDay }) => fromDay },
          {
            id: 'entry',
            head: t('desk:catalogue.entry'),
            cell: ({ code, name, analysisId }) => (
              <Entry code={code} name={name} kind="analysis" id={analysisId} />
            ),
            sortBy: ({ code }) => code,
          },
          {
            id: 'now',
            head: t('desk:offers.now'),
            cell: ({ priceNow }) => priceNow ?? t('desk:offers.gone'),
            isNumber: true,
          },
          {
            id: 'then',
            head: t('desk:offers.then'),
            cell: ({ price }) => <strong>{price}</strong>,
            isNumber: true,
          },
          {
            id: 'by',
            head: t('desk:offers.by'),
            cell: ({ changedBy }) => changedBy,
            sortBy: ({ changedBy }) => changedBy,
          },
          mayPlan && {
            id: 'steps',
            head: t('desk:actions'),
            cell: ({ id, version, code, day }) => (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="version" value={version} />
                <SubmitButton look="plain" size="s" name="intent" value="remove">
                  {t('desk:offers.remove')}
                  <span className="visually-hidden">
                    : {code}, {day}
                  </span>
                </SubmitButton>
              </Form>
            ),
          },
        ]}
      />
      {comingCount > coming.length && (
        <p>{t('desk:offers.shown', { shown: coming.length, count: comingCount })}</p>
      )}
    </section>
  )
}

function Withheld({ withheld, withheldCount, maySwitch }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="withheld" className="stack">
      <h2 id="withheld">{t('desk:offers.notOffered')}</h2>
      <DeskTable
        caption={{ labelledBy: 'withheld' }}
        rows={withheld}
        isPart={withheldCount > withheld.length}
        keyOf={({ kind, id, laboratoryId }) => `${kind} ${id} ${laboratoryId}`}
        none={t('desk:offers.withheldNone')}
        columns={[
          {
            id: 'entry',
            head: t('desk:catalogue.entry'),
            cell: ({ code, name, kind, id }) => <Entry code={code} name={name} kind={kind} id={id} />,
            sortBy: ({ code }) => code,
          },
          {
            id: 'laboratory',
            head: t('shell.laboratory'),
            cell: (laboratory) => <LaboratoryName {...laboratory} />,
            sortBy: addressOf,
          },
          {
            id: 'since',
            head: t('desk:offers.since'),
            cell: ({ stopped }) => stopped,
            sortBy: ({ since }) => since,
          },
          { id: 'by', head: t('desk:offers.by'), cell: ({ by }) => by, sortBy: ({ by }) => by },
          maySwitch && {
            id: 'steps',
            head: t('desk:actions'),
            cell: ({ kind, id, laboratoryId, code }) => (
              <Form method="post">
                <input type="hidden" name="kind" value={kind} />
                <input type="hidden" name="offerId" value={id} />
                <input type="hidden" name="laboratoryId" value={laboratoryId} />
                <SubmitButton look="plain" size="s" name="intent" value="resume">
                  {t('desk:offers.resume')}
                  <span className="visually-hidden">: {code}</span>
                </SubmitButton>
              </Form>
            ),
          },
        ]}
      />
      {withheldCount > withheld.length && (
        <p>{t('desk:offers.shown', { shown: withheld.length, count: withheldCount })}</p>
      )}
    </section>
  )
}
