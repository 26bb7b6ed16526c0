import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import styles from './cart.module.css'
import { CartObstacles } from './cart-obstacles.tsx'
import { CartTold, type Told } from './cart-told.tsx'
import type { CartView } from './cart-view.server.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { PatientCard } from './patient-card.tsx'
import { ResetCart } from './reset-cart.tsx'

interface CartPageProps {
  view: CartView | null
  /** What has just happened to the cart. */
  told: Told | null
  /** Whether emptying the cart is being asked about. */
  asksReset: boolean
}

/** The cart: by patient lines, fees, preparation and subtotal; at the side the whole sum and the next step. */
export function CartPage({ view, told, asksReset }: CartPageProps) {
  const { t } = useTranslation('cart')
  if (!view || view.patients.length === 0) {
    return (
      <div className="stack">
        <PageMeta title={t('title')} />
        <CartTold told={told} undoable={view?.undoable ?? false} />
        <EmptyState icon="shopping-cart" title={t('empty.title')} level={1}>
          <p>{t('empty.text')}</p>
          <ButtonLink to="/search" icon="search">
            {t('empty.search')}
          </ButtonLink>
          <Link className="hit" to="/profiles">
            {t('empty.profiles')}
          </Link>
          {!view && (
            <p className="muted">
              {t('empty.guest')} <Link to="/login?pathnameToReturn=/order/cart">{t('empty.logIn')}</Link>
            </p>
          )}
        </EmptyState>
      </div>
    )
  }
  const { patients, summary, obstacles } = view
  const isOrderable = obstacles.length === 0
  const next = ({ wide }: { wide: boolean }) => (
    <ButtonLink to="/order/date-or-call" wide={wide}>
      {t('chooseVisit')}
    </ButtonLink>
  )
  return (
    <CheckoutFrame title={t('title')} step="cart" summary={summary} next={isOrderable ? next : undefined}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p className="muted">
          {t('tests', { count: summary.analysisCount })}, {t('patients', { count: patients.length })}
        </p>
      </header>
      <CartTold told={told} undoable={view.undoable} />
      {!isOrderable && <CartObstacles view={view} />}
      {patients.map((patient) => (
        <PatientCard key={patient.patientId} patient={patient} sharedAnalysisIds={view.sharedAnalysisIds} />
      ))}
      <div className={styles.foot}>
        <ResetCart asked={asksReset} />
        <ButtonLink look="quiet" to="/search">
          {t('addMore')}
        </ButtonLink>
      </div>
    </CheckoutFrame>
  )
}
