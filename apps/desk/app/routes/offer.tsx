import { offerKindOf } from '@shop/contract/offers'
import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { scopeOf } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link } from 'react-router'
import { changeOffer } from '../catalogue/change-offer.server.ts'
import styles from '../catalogue/offer.module.css'
import { OfferDone } from '../catalogue/offer-done.tsx'
import { reloadAfterConflict, useEmptied } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import { moment, shortDay } from '../texts/format.server.ts'
import { addressOf, LaboratoryName } from '../visits/laboratory-name.tsx'
import type { Route } from './+types/offer'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const offer = await desk.api.deskOffer(offerKindOf(params.kind), Number(params.offerId))
  const { grants, permissions } = context.get(staffContext)
  const sum = (money: WireMoney) => formatMoney(fromWire(money), desk.locale)
  return {
    // A price list applies to the whole network, an offer to one laboratory.
    mayPlan: scopeOf(grants, 'catalogue.change') === 'all',
    maySwitch: permissions.includes('catalogue.change'),
    offer: {
      ...offer,
      analyses: offer.analyses.map(({ prices, ...analysis }) => ({
        ...analysis,
        prices: prices.map(({ priceListId, price }) => ({ priceListId, price: sum(price) })),
      })),
      coming: offer.coming.map((price) => ({
        ...price,
        day: shortDay(price.fromDay, desk),
        sum: sum(price.price),
      })),
      laboratories: offer.laboratories.map((laboratory) => ({
        ...laboratory,
        withheld: laboratory.withheld && {
          by: laboratory.withheld.by,
          since: moment(laboratory.withheld.since, desk),
        },
      })),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const offer = { kind: offerKindOf(params.kind), id: Number(params.offerId) }
  return changeOffer(context.get(deskContext), await request.formData(), offer)
}

export const shouldRevalidate = reloadAfterConflict

type Loaded = Route.ComponentProps['loaderData']
type Done = Route.ComponentProps['actionData']

/** An analysis or a profile: its current and coming prices, and the laboratories that offer it. */
export default function OfferPage({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { kind, id, code, name, coming } = loaded.offer
  const changed = useEmptied(done, done?.intent === 'change' && !done.problem)
  const planned = useEmptied(done, done?.intent === 'plan' && !done.problem)
  return (
    <>
      <title>{name}</title>
      <div>
        <h1>{name}</h1>
        <p className="muted">
          {t(`desk:offers.kind.${kind}`)} <span className="deskCode">{code}</span> ·{' '}
          <Link to={pathOf('offerTexts', { kind, offerId: id })}>{t('desk:texts.link')}</Link>
        </p>
      </div>
      <Tabs of="catalogue" />
      <OfferDone done={done} />
      <div className="deskColumns">
        <div className="stack">
          <Prices {...loaded} />
          {coming.length > 0 && <Coming key={changed} {...loaded} done={done} />}
          <Laboratories {...loaded} />
        </div>
        {loaded.mayPlan && loaded.offer.priceLists.length > 0 && (
          <PlanForm key={`${kind} ${id} ${planned}`} {...loaded} done={done} />
        )}
      </div>
    </>
  )
}

function Prices({ offer: { analyses, priceLists } }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="prices" className="stack">
      <h2 id="prices">{t('desk:offers.prices')}</h2>
      <DeskTable
        look="wide"
        caption={{ labelledBy: 'prices' }}
        rows={analyses}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'analysis',
            head: t('desk:offers.kind.analysis'),
            cell: ({ code, name }) => (
              <>
                <span className="deskCode">{code}</span> {name}
              </>
            ),
          },
          ...priceLists.map((list) => ({
            id: `prices ${list.id}`,
            head: t('desk:offers.listOf', { currency: list.currency, count: list.laboratories }),
            cell: ({ prices }: (typeof analyses)[number]) =>
              prices.find(({ priceListId }) => priceListId === list.id)?.price ?? '—',
            isNumber: true,
          })),
        ]}
      />
    </section>
  )
}

/** Each in its own form, with the version on the screen: a newer version does not remove what is typed. */
function Coming({ offer: { kind, coming }, mayPlan, done }: Loaded & { done: Done }) {
  const { t } = useTexts()
  const refused = done?.intent === 'change' && done.problem ? done : undefined
  return (
    <section aria-labelledby="coming" className="stack">
      <h2 id="coming">{t('desk:offers.coming')}</h2>
      <ul className={styles.coming}>
        {coming.map((price) => (
          <li key={price.id} className={styles.price}>
            <p>
              {kind === 'profile' && <span className="deskCode">{price.code} </span>}
              <strong>{price.sum}</strong> · {price.day} <span className="muted">{price.changedBy}</span>
            </p>
            {mayPlan && (
              <ComingForm coming={price} refused={refused?.id === price.id ? refused : undefined} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ComingForm({
  coming: { id, fromDay, price, version },
  refused,
}: {
  coming: Loaded['offer']['coming'][number]
  refused: Done
}) {
  const { t } = useTexts()
  const { typed, wrong } = refusalIn(refused)
  return (
    <details open={refused !== undefined || undefined}>
      <summary>{t('desk:catalogue.change')}</summary>
      <Form method="post" className="deskTools">
        <KeptFields form={`change ${id}`} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <TextField
          name="price"
          id={`price-of-${id}`}
          label={t('desk:offers.newPrice', { currency: price.currency })}
          error={wrong.includes('price') ? t('desk:offers.priceWrong') : undefined}
          inputMode="decimal"
          pattern="\d+([.,]\d{1,2})?"
          defaultValue={typed.price ?? price.price.toFixed(2)}
          autoComplete="off"
          required
        />
        <TextField
          name="fromDay"
          id={`day-of-${id}`}
          type="date"
          label={t('desk:firstDay')}
          error={wrong.includes('fromDay') ? t('desk:offers.dayWrong') : undefined}
          defaultValue={typed.fromDay ?? fromDay}
          required
        />
        <SubmitButton look="primary" size="s" name="intent" value="change">
          {t('forms.save')}
        </SubmitButton>
        <SubmitButton look="quiet" size="s" name="intent" value="remove">
          {t('desk:offers.remove')}
        </SubmitButton>
      </Form>
    </details>
  )
}

/** What was typed into a refused form, and the names of its wrong fields. */
const refusalIn = (refused: Done) => ({ typed: refused?.typed ?? {}, wrong: refused?.wrong ?? [] })

function PlanForm({ offer: { analyses, priceLists, kind }, done }: Loaded & { done: Done }) {
  const { t } = useTexts()
  const [only] = priceLists
  const { typed, wrong } = refusalIn(done?.intent === 'plan' ? done : undefined)
  return (
    <Card as="section" stacked aria-labelledby="plan">
      <h2 id="plan">{t('desk:offers.plan')}</h2>
      <p className="small muted">{t('desk:offers.planLead')}</p>
      <Form method="post" className="stack">
        <KeptFields form="plan" />
        {priceLists.length === 1 ? (
          <input type="hidden" name="priceListId" value={only!.id} />
        ) : (
          <SelectField
            name="priceListId"
            label={t('desk:offers.list')}
            defaultValue={typed.priceListId}
            options={priceLists.map(({ id, currency, laboratories }) => ({
              value: String(id),
              label: t('desk:offers.listOf', { currency, count: laboratories }),
            }))}
          />
        )}
        <TextField
          name="fromDay"
          type="date"
          label={t('desk:firstDay')}
          hint={t('desk:offers.dayHint')}
          error={wrong.includes('fromDay') ? t('desk:offers.dayWrong') : undefined}
          defaultValue={typed.fromDay}
          required
        />
        {kind === 'profile' && <p className="small muted">{t('desk:offers.parts')}</p>}
        {analyses.map(({ id, code, name }, index) => (
          <TextField
            key={id}
            name={`price-${id}`}
            label={
              kind === 'profile'
                ? `${code} ${name}`
                : t('desk:offers.newPrice', {
                    currency: priceLists.map(({ currency }) => currency).join(' / '),
                  })
            }
            error={
              wrong.includes(`price-${id}`) || (index === 0 && wrong.includes('prices'))
                ? t('desk:offers.priceWrong')
                : undefined
            }
            defaultValue={typed[`price-${id}`]}
            inputMode="decimal"
            pattern="\d+([.,]\d{1,2})?"
            autoComplete="off"
            required={kind === 'analysis'}
          />
        ))}
        <div>
          <SubmitButton look="primary" name="intent" value="plan">
            {t('desk:offers.submit')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

function Laboratories({ offer: { laboratories }, maySwitch }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="where" className="stack">
      <h2 id="where">{t('desk:offers.where')}</h2>
      <DeskTable
        caption={{ labelledBy: 'where' }}
        rows={laboratories}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'laboratory',
            head: t('shell.laboratory'),
            cell: (laboratory) => <LaboratoryName {...laboratory} />,
            sortBy: addressOf,
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: ({ isOffered }) => (
              <Tag tone={isOffered ? 'ok' : 'warn'}>
                {t(isOffered ? 'desk:offers.offered' : 'desk:offers.notOffered')}
              </Tag>
            ),
            sortBy: ({ isOffered }) => Number(isOffered),
          },
          {
            id: 'since',
            head: t('desk:offers.since'),
            cell: ({ isOffered, withheld }) =>
              withheld
                ? [withheld.since, withheld.by].filter(Boolean).join(', ')
                : !isOffered && t('desk:offers.broken'),
            className: 'muted',
          },
          maySwitch && {
            id: 'steps',
            head: t('desk:actions'),
            cell: (laboratory) =>
              laboratory.mayChange && (
                <Form method="post">
                  <input type="hidden" name="laboratoryId" value={laboratory.id} />
                  <SubmitButton
                    look="plain"
                    size="s"
                    name="intent"
                    value={laboratory.withheld ? 'resume' : 'stop'}
                  >
                    {t(laboratory.withheld ? 'desk:offers.resume' : 'desk:offers.stop')}
                    <span className="visually-hidden">
                      : <LaboratoryName {...laboratory} />
                    </span>
                  </SubmitButton>
                </Form>
              ),
          },
        ]}
      />
    </section>
  )
}
