import { groupByProfile } from '@shop/domain/group-by-profile'
import { Fragment, type ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './cart.module.css'
import type { CartLineView, CartPatientView, FeeView } from './load-cart.server.ts'
import { Preparation } from './preparation.tsx'

/** One patient's part of the cart. */
export function PatientCard({ patient }: { patient: CartPatientView }) {
  const { t } = useTexts()
  const { patientId, fullName, firstName, age, lines, fees, blood, subtotal } = patient
  const groups = groupByProfile(lines, patient.profiles, ({ analysisId }) => analysisId)
  return (
    <Card as="section" flush aria-labelledby={`patient-${patientId}`}>
      <header className={styles.patientHead}>
        <Avatar name={fullName} />
        <div className={styles.patientName}>
          <h2 id={`patient-${patientId}`}>{fullName}</h2>
          <p className="small muted">{t(`patients.age.${age.unit}`, { count: age.count })}</p>
        </div>
        <Form method="post" action={pathOf('cart')} preventScrollReset>
          <input type="hidden" name="patientId" value={patientId} />
          <SubmitButton look="plain" size="s" name="intent" value="removePatient">
            {t('cart:removePatient')}
            <span className="visually-hidden">: {fullName}</span>
          </SubmitButton>
        </Form>
      </header>
      <div className={styles.patientBody}>
        <ul className={styles.lines}>
          {groups.map(({ profile, lines }) => (
            <Fragment key={profile}>
              {profile && (
                <li className={styles.profile}>
                  <OwnLanguage>{profile}</OwnLanguage>
                </li>
              )}
              {lines.map((line) => (
                <LineItem
                  key={line.analysisId}
                  line={line}
                  patientId={patientId}
                  patientName={fullName}
                  isShared={patient.sharedAnalysisIds?.includes(line.analysisId) ?? false}
                />
              ))}
            </Fragment>
          ))}
          {fees.map((fee) => (
            <FeeItem key={fee.materialId} fee={fee} patientId={patientId} />
          ))}
        </ul>
        {blood && (
          <p className={styles.blood}>
            {blood.amount}
            {blood.warning && (
              <span className={styles.problem}>
                <Icon name="triangle-alert" size="s" /> {blood.warning}
              </span>
            )}
          </p>
        )}
        <Preparation
          preparation={patient.preparation}
          testCount={lines.filter(({ price }) => price).length}
        />
      </div>
      <p className={styles.patientSum}>
        <span>{firstName}</span>
        <Money {...subtotal} />
      </p>
    </Card>
  )
}

interface LineItemProps {
  line: CartLineView
  patientId: string
  patientName: string
  /** Patients below have it, too: it can be removed for everyone. */
  isShared: boolean
}

/** One analysis of one patient, with the buttons that remove it. */
function LineItem({ line, patientId, patientName, isShared }: LineItemProps) {
  const { t } = useTexts()
  const { analysisId, name, price, problems } = line
  return (
    <li>
      <div>
        <Link
          className={styles.lineName}
          to={`${pathOf('analysisInSearch', { analysisId })}?backPathKey=cart`}
        >
          <OwnLanguage>{name}</OwnLanguage>
        </Link>
        {!price && <Tag tone="warn">{t('cart:unavailable')}</Tag>}
        {problems.map(({ message, companions }) => (
          <div key={message} className={styles.problem}>
            <Icon name="triangle-alert" size="s" /> <OwnLanguage>{message}</OwnLanguage>
            {companions.map((companion) => (
              <Link
                key={companion.analysisId}
                className="hit"
                to={`${pathOf('addToCart', { addableType: 'analysis', addableId: companion.analysisId })}?pathnameToReturn=${pathOf('cart')}`}
              >
                {t('cart:addCompanion', { name: companion.name })}
              </Link>
            ))}
          </div>
        ))}
        {isShared && (
          <Form method="post" action={pathOf('cart')} preventScrollReset>
            <input type="hidden" name="analysisId" value={analysisId} />
            <SmallButton name="intent" value="removeAnalysis" about={name}>
              {t('cart:removeForAll')}
            </SmallButton>
          </Form>
        )}
      </div>
      {price ? <Money {...price} /> : <span />}
      <Form method="post" action={pathOf('cart')} preventScrollReset>
        <input type="hidden" name="patientId" value={patientId} />
        <input type="hidden" name="analysisId" value={analysisId} />
        <SubmitButton look="icon" icon="x" name="intent" value="removePatientAnalysis">
          <span className="visually-hidden">
            <Sentence of="cart:removeFor" values={{ patient: patientName }} names={{ name }} />
          </span>
        </SubmitButton>
      </Form>
    </li>
  )
}

/** A sampling fee or a material; decisions about optional ones can be made and changed here. */
function FeeItem({ fee, patientId }: { fee: FeeView; patientId: string }) {
  const { t } = useTexts()
  const { materialId, name, quantity, price, decision } = fee
  const isPaid = decision === 'fixed' || decision === 'bought'
  return (
    <li className={styles.fee}>
      <div>
        <OwnLanguage>{quantity > 1 ? `${name} × ${quantity}` : name}</OwnLanguage>
        {decision === 'open' && (
          <p className={styles.problem}>
            <Icon name="triangle-alert" size="s" /> {t('cart:add.decide')}
          </p>
        )}
        {decision === 'brought' && <p>{t('cart:broughtByPatient')}</p>}
        {decision !== 'fixed' && (
          <Form method="post" action={pathOf('cart')} preventScrollReset className={styles.decide}>
            <input type="hidden" name="patientId" value={patientId} />
            <input type="hidden" name="materialId" value={materialId} />
            <input type="hidden" name="intent" value="decideMaterial" />
            {decision !== 'bought' && (
              <SmallButton name="decision" value="buy" about={name}>
                {t('cart:add.buy')} ({<Money {...price} />})
              </SmallButton>
            )}
            {decision !== 'brought' && (
              <SmallButton name="decision" value="bring" about={name}>
                {t('cart:add.bring')}
              </SmallButton>
            )}
          </Form>
        )}
      </div>
      {isPaid ? <Money {...price} /> : <Money price={0} currency={price.currency} />}
    </li>
  )
}

interface SmallButtonProps {
  name: string
  value: string
  /** What it changes; only screen readers need to be told. */
  about: string
  children: ReactNode
}

/** Looks like a link below a line of the cart. */
function SmallButton({ about, children, ...button }: SmallButtonProps) {
  return (
    <SubmitButton look="link" {...button}>
      <span className="small">
        {children}
        <span className="visually-hidden">
          : <OwnLanguage>{about}</OwnLanguage>
        </span>
      </span>
    </SubmitButton>
  )
}
