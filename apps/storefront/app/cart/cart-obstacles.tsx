import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import type { CartPatientView, CartView } from './load-cart.server.ts'

export type ObstaclesView = Pick<CartView, 'patients' | 'obstacles' | 'otherTimePath'>

/** What keeps the cart from being ordered: which test of which patient, and what to do about it. */
export function CartObstacles({ view }: { view: ObstaclesView }) {
  const { t } = useTexts()
  const { patients, obstacles, otherTimePath } = view
  const isElsewhere = obstacles.includes('delivery_currency') || obstacles.includes('unavailable_lines')
  return (
    <Notice tone="warn" title={t('cart:notOrderable.title')}>
      <ul>
        {patients.flatMap((patient) =>
          obstaclesOf(patient).map(({ kind, name, message }) => (
            <li key={`${patient.patientId} ${kind} ${name} ${message}`}>
              <Sentence
                of={`cart:notOrderable.${kind}`}
                values={{ patient: patient.fullName }}
                names={{ name, message }}
              />
            </li>
          )),
        )}
        {obstacles.includes('delivery_currency') && <li>{t('cart:notOrderable.deliveryCurrency')}</li>}
      </ul>
      {isElsewhere && (
        <Link className="hit" to={`${pathOf('laboratory')}?pathnameToReturn=${pathOf('cart')}`}>
          {t('order.kind.another')}
        </Link>
      )}
      {otherTimePath && (
        <Link className="hit" to={otherTimePath}>
          {t('order.visitChange.move')}
        </Link>
      )}
    </Notice>
  )
}

interface Obstacle {
  kind: 'unavailable' | 'companion' | 'rule' | 'undecided'
  name: string
  message: string
}

function obstaclesOf({ lines, fees }: CartPatientView): Obstacle[] {
  const ofLines = lines.flatMap(({ name, price, problems }): Obstacle[] => [
    ...(price ? [] : [{ kind: 'unavailable', name, message: '' } as const]),
    ...problems.map(({ message, companions }): Obstacle => {
      return { kind: companions.length > 0 ? 'companion' : 'rule', name, message }
    }),
  ])
  const open = fees.filter(({ decision }) => decision === 'open')
  return [...ofLines, ...open.map(({ name }): Obstacle => ({ kind: 'undecided', name, message: '' }))]
}
