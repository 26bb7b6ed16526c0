import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import { BroughtMaterials, Preparation } from '../../cart/preparation.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal, useFixes, useMessage } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage, Sentence } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from '../data-confirmed.module.css'
import { changeDataConfirmed, type DataConfirmedView, loadDataConfirmed } from '../data-confirmed.server.ts'
import type { VisitView } from '../visit-view.server.ts'
import type { Route } from './+types/data-confirmed'

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)

  return loadDataConfirmed(shop)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeDataConfirmed(shop, await readForm(shop, request))
}

export const shouldRevalidate = revalidateAfterRefusal

const FORM = 'order'

/** Everything on one page, with one button. */
export default function DataConfirmed({ loaderData: view, actionData: failure }: Route.ComponentProps) {
  const { t } = useTexts()
  const { summary, patients } = view
  const next = ({ wide }: { wide: boolean }) => (
    <SubmitButton look="accent" icon="lock" form={FORM} name="intent" value="order" wide={wide}>
      {t('order.confirm.submit')}
    </SubmitButton>
  )
  const isUnchanged = view.priceChanges.length === 0 && !failure && !view.visitFault
  const small = (
    <>
      {isUnchanged && <p className="small muted">{t('order.confirm.pricesChecked')}</p>}
      <p className="small muted">
        {t('order.confirm.accept')}{' '}
        <Link to={pathOf('document', { documentSlug: 'public-offer' })}>{t('order.confirm.offer')}</Link>,{' '}
        <Link to={pathOf('document', { documentSlug: 'payment-and-refund-rules' })}>
          {t('order.confirm.paymentRules')}
        </Link>
        .
      </p>
      <p className="small muted">{view.held}</p>
    </>
  )
  return (
    <CheckoutFrame
      title={t('order.confirm.title')}
      step="confirm"
      summary={summary}
      next={next}
      small={small}
    >
      <PageHead title={t('order.confirm.title')} />
      <Form method="post" id={FORM} className={styles.form}>
        <FormErrors failure={failure} />
        <input type="hidden" name="laboratoryId" value={view.laboratoryId} />
        <input type="hidden" name="seenTotal" value={view.seenTotal} />
        <input type="hidden" name="seenOrder" value={view.seenOrder} />
        {view.priceChanges.length > 0 && (
          // A tick is for the prices beside it, not for those of a later change.
          <PriceChanges key={view.seenTotal} changes={view.priceChanges} failure={failure} />
        )}
      </Form>
      <VisitCard visit={view.visit} fault={view.visitFault} />
      <ContactCard view={view} />
      <PatientsCard patients={patients} />
    </CheckoutFrame>
  )
}

/** A part of the order with a link to change it. */
function Part({ id, title, to, children }: { id: string; title: string; to: string; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={styles.partHead}>
        <h2 id={id}>{title}</h2>
        <Link className="hit" to={to}>
          {t('order.change')}
          <span className="visually-hidden"> {title}</span>
        </Link>
      </div>
      {children}
    </Card>
  )
}

function VisitCard({ visit, fault }: { visit: VisitView; fault: DataConfirmedView['visitFault'] }) {
  const { t } = useTexts()
  const message = useMessage()
  const details = visit.inside ?? Object.values(visit.placeDetails).join(', ')
  return (
    <Part id="part-visit" title={t('order.confirm.visit')} to={visit.changePath}>
      <div className="stack stack-s">
        {fault && (
          <Notice tone="warn" title={message(fault)}>
            <Link className="hit" to={visit.changePath}>
              {t('order.visitChange.move')}
            </Link>
          </Notice>
        )}
        <Facts
          facts={[
            {
              icon: 'calendar',
              term: t('order.confirm.dateAndTime'),
              value: <b>{t('order.confirm.at', { day: visit.fullDay, time: visit.time })}</b>,
            },
            {
              icon: visit.kind === 'branch' ? 'map-pin' : 'house',
              term: t(visit.kind === 'branch' ? 'laboratories.branch' : 'order.confirm.address'),
              value: (
                <>
                  <OwnLanguage>{visit.place}</OwnLanguage>
                  {details && <span className={styles.details}>{details}</span>}
                </>
              ),
            },
          ]}
        />
      </div>
    </Part>
  )
}

function ContactCard({ view: { email, phone, feedback } }: { view: DataConfirmedView }) {
  const { t } = useTexts()
  const ways = [
    feedback.useEmail && t('order.confirm.byEmail'),
    feedback.usePhone && phone && t('order.confirm.byPhone'),
  ]
  return (
    <Part id="part-contact" title={t('order.confirm.contact')} to={pathOf('orderFeedback')}>
      <Facts
        facts={[
          {
            icon: 'mail',
            term: t('order.confirm.email'),
            value: (
              <>
                <span className={styles.email}>{email}</span>{' '}
                <Tag tone="ok">{t('account.settings.emailConfirmed')}</Tag>
              </>
            ),
          },
          { icon: 'phone', term: t('forms.person.phone'), value: phone || t('account.settings.notGiven') },
          {
            icon: 'info',
            term: t('order.confirm.reach'),
            value: ways.filter(Boolean).join(', ') || t('order.confirm.byNothing'),
          },
        ]}
      />
    </Part>
  )
}

/** Who is tested for what, and each patient's preparation. */
function PatientsCard({ patients }: Pick<DataConfirmedView, 'patients'>) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="part-patients">
      <div className={styles.partHead}>
        <h2 id="part-patients">{t('order.confirm.patients')}</h2>
        <Link className="hit" to={pathOf('cart')}>
          {t('order.change')}
          <span className="visually-hidden"> {t('order.confirm.patients')}</span>
        </Link>
      </div>
      <ul className="stack">
        {patients.map(({ patientId, fullName, testCount, groups, fees, brought, subtotal, preparation }) => (
          <li key={patientId} className={styles.patient}>
            <Avatar name={fullName} />
            <div>
              <p className={styles.patientLine}>
                <b>{fullName}</b>
                <Money {...subtotal} />
              </p>
              {groups.map(({ profile, tests }) => (
                <p key={profile} className="small muted">
                  {profile && (
                    <>
                      <b>
                        <OwnLanguage>{profile}</OwnLanguage>
                      </b>
                      :{' '}
                    </>
                  )}
                  <OwnLanguage>{tests.join('; ')}</OwnLanguage>.
                </p>
              ))}
              {fees.length > 0 && (
                <p className="small muted">
                  <Sentence of="order.confirm.with" names={{ fees: fees.join(', ') }} />
                </p>
              )}
              <BroughtMaterials names={brought} />
              <Preparation preparation={preparation} testCount={testCount} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface PriceChangesProps {
  changes: DataConfirmedView['priceChanges']
  failure: FormFailure | undefined
}

/** Prices that have changed since they were seen; they must be accepted. */
function PriceChanges({ changes, failure }: PriceChangesProps) {
  const { t } = useTexts()
  const message = useMessage()
  const fixes = useFixes(failure)
  const fault = failure?.fields.acceptPrices
  return (
    <Notice tone="warn" title={t('order.confirm.pricesChanged', { count: changes.length })}>
      <input type="hidden" name="hasPriceChanges" value="yes" />
      <ul>
        {changes.map(({ key, name, before, now }) => (
          <li key={key}>
            <OwnLanguage>{name}</OwnLanguage>:{' '}
            <s>
              <Money {...before} />
            </s>{' '}
            <b>
              <Money {...now} />
            </b>
          </li>
        ))}
      </ul>
      <Checkbox
        name="acceptPrices"
        value="yes"
        label={t('order.confirm.acceptPrices')}
        onInput={() => fixes.fix('acceptPrices')}
        error={fault && fixes.isOpen('acceptPrices') ? message(fault) : undefined}
      />
    </Notice>
  )
}
