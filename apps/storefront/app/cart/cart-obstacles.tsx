import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import type { CartPatientView, CartView } from './cart-view.server.ts'

/** What keeps the cart from being ordered: which test of whom, and what to do about it. */
export function CartObstacles({ view }: { view: CartView }) {
  const { t } = useTranslation('cart')
  const { patients, obstacles } = view
  const isElsewhere = obstacles.includes('delivery_currency') || obstacles.includes('unavailable_lines')
  return (
    <Notice tone="warn" title={t('notOrderable.title')}>
      <ul>
        {patients.flatMap((patient) =>
          obstaclesOf(patient).map(({ kind, name, message }) => (
            <li key={`${patient.patientId} ${kind} ${name} ${message}`}>
              {t(`notOrderable.${kind}`, { name, message, patient: patient.fullName })}
            </li>
          )),
        )}
        {obstacles.includes('delivery_currency') && <li>{t('notOrderable.deliveryCurrency')}</li>}
      </ul>
      {isElsewhere && (
        <Link className="hit" to="/laboratory?pathnameToReturn=/order/cart">
          {t('changeLaboratory')}
        </Link>
      )}
    </Notice>
  )
}

function obstaclesOf({ lines, fees }: CartPatientView) {
  const ofLines = lines.flatMap(({ name, price, problems }) => [
    ...(price ? [] : [{ kind: 'unavailable', name, message: '' }]),
    ...problems.map(({ message, companions }) => {
      return { kind: companions.length > 0 ? 'companion' : 'rule', name, message }
    }),
  ])
  const open = fees.filter(({ decision }) => decision === 'open')
  return [...ofLines, ...open.map(({ name }) => ({ kind: 'undecided', name, message: '' }))]
}
