import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { useRef } from 'react'
import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { OfferDone } from '../catalogue/offer-done.tsx'
import { changeOffer } from '../catalogue/offer-forms.server.ts'
import { pathOf } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../tabs.tsx'
import { moment, shortDay } from '../texts/format.server.ts'

/** What is looked for stands in the address: nothing in it is a person's. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const find = new URL(request.url).searchParams.get('find')?.trim().slice(0, 200) ?? ''
  const [overview, found] = await answered(
    desk,
    Promise.all([desk.api.offersOverview(), find ? desk.api.findOffers({ searchNameTerm: find }) : null]),
  )
  return {
    find,
    found,
    mayChange: context.get(staffContext).permissions.includes('catalogue.change'),
    ...overview,
    coming: overview.coming.map(({ price, priceNow, ...coming }) => ({
      ...coming,
      fromDay: shortDay(coming.fromDay, desk),
      price: formatMoney(fromWire(price), desk.locale),
      priceNow: priceNow && formatMoney(fromWire(priceNow), desk.locale),
    })),
    withheld: overview.withheld.map((row) => ({ ...row, since: moment(row.since, desk) })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  return changeOffer(context.get(deskContext), await request.formData())
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Prices that begin on a later day, what is not offered somewhere, and the way to each analysis and profile. */
export default function Offers() {
  const { t } = useTexts()
  const loaded = useLoaderData<typeof loader>()
  const done = useActionData<typeof action>()
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
          maxLength={200}
          autoComplete="off"
          required
        />
        <SubmitButton look="quiet">{t('desk:offers.submitFind')}</SubmitButton>
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
          <span className="deskCode">{code}</span>{' '}
          <Link to={pathOf('offer', { kind, offerId: id })}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

function Coming({ coming, comingCount, mayChange }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="coming" className="stack">
      <h2 id="coming">{t('desk:offers.coming')}</h2>
      {coming.length === 0 ? (
        <p>{t('desk:offers.comingNone')}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards" aria-labelledby="coming">
            <thead>
              <tr>
                <th scope="col">{t('desk:offers.day')}</th>
                <th scope="col">{t('desk:catalogue.entry')}</th>
                <th scope="col" className="deskSum">
                  {t('desk:offers.now')}
                </th>
                <th scope="col" className="deskSum">
                  {t('desk:offers.then')}
                </th>
                <th scope="col">{t('desk:offers.by')}</th>
                {mayChange && <th scope="col">{t('desk:today.steps')}</th>}
              </tr>
            </thead>
            <tbody>
              {coming.map(({ id, fromDay, code, name, analysisId, price, priceNow, version, changedBy }) => (
                <tr key={id}>
                  <td>{fromDay}</td>
                  <td>
                    <span className="deskCode">{code}</span>{' '}
                    <Link to={pathOf('offer', { kind: 'analysis', offerId: analysisId })}>{name}</Link>
                  </td>
                  <td className="deskSum">{priceNow ?? t('desk:offers.gone')}</td>
                  <td className="deskSum">
                    <strong>{price}</strong>
                  </td>
                  <td>{changedBy}</td>
                  {mayChange && (
                    <td>
                      <Form method="post">
                        <input type="hidden" name="id" value={id} />
                        <input type="hidden" name="version" value={version} />
                        <SubmitButton look="plain" size="s" name="intent" value="remove" pending={false}>
                          {t('desk:offers.remove')}
                          <span className="visually-hidden">
                            : {code}, {fromDay}
                          </span>
                        </SubmitButton>
                      </Form>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {comingCount > coming.length && (
        <p>{t('desk:offers.shown', { shown: coming.length, count: comingCount })}</p>
      )}
    </section>
  )
}

function Withheld({ withheld, withheldCount, mayChange }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="withheld" className="stack">
      <h2 id="withheld">{t('desk:offers.withheld')}</h2>
      {withheld.length === 0 ? (
        <p>{t('desk:offers.withheldNone')}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards" aria-labelledby="withheld">
            <thead>
              <tr>
                <th scope="col">{t('desk:catalogue.entry')}</th>
                <th scope="col">{t('desk:offers.laboratory')}</th>
                <th scope="col">{t('desk:offers.since')}</th>
                <th scope="col">{t('desk:offers.by')}</th>
                {mayChange && <th scope="col">{t('desk:today.steps')}</th>}
              </tr>
            </thead>
            <tbody>
              {withheld.map(({ kind, id, code, name, laboratoryId, city, address, since, by }) => (
                <tr key={`${kind} ${id} ${laboratoryId}`}>
                  <td>
                    <span className="deskCode">{code}</span>{' '}
                    <Link to={pathOf('offer', { kind, offerId: id })}>{name}</Link>
                  </td>
                  <td lang="ru">
                    {city}, {address}
                  </td>
                  <td>{since}</td>
                  <td>{by}</td>
                  {mayChange && (
                    <td>
                      <Form method="post">
                        <input type="hidden" name="kind" value={kind} />
                        <input type="hidden" name="offerId" value={id} />
                        <input type="hidden" name="laboratoryId" value={laboratoryId} />
                        <SubmitButton look="plain" size="s" name="intent" value="resume" pending={false}>
                          {t('desk:offers.resume')}
                          <span className="visually-hidden">: {code}</span>
                        </SubmitButton>
                      </Form>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {withheldCount > withheld.length && (
        <p>{t('desk:offers.shown', { shown: withheld.length, count: withheldCount })}</p>
      )}
    </section>
  )
}
