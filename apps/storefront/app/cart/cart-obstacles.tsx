import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import styles from './cart.module.css'
import type { CartLineView, CartPatientView, CartView } from './load-cart.server.ts'

export type ObstaclesView = Pick<CartView, 'patients' | 'obstacles' | 'otherTimePath'>

/** What keeps the cart from being ordered: which test of which patient, with the ways out as buttons. */
export function CartObstacles({ view }: { view: ObstaclesView }) {
  const { t } = useTexts()
  const { patients, obstacles, otherTimePath } = view
  const found = patients.flatMap(obstaclesOf)
  const isElsewhere = obstacles.includes('delivery_currency') || obstacles.includes('unavailable_lines')
  const branch = isElsewhere && (
    <ButtonLink
      look="quiet"
      size="s"
      to={`${pathOf('laboratory')}?kind=branch&pathnameToReturn=${pathOf('cart')}`}
    >
      {t('cart:notOrderable.branch')}
    </ButtonLink>
  )
  const isOne = countObstacles(view) === 1
  return (
    <Notice tone="warn" title={t('cart:notOrderable.title')}>
      <ul className={styles.obstacles}>
        {found.map((obstacle) => (
          <li key={`${obstacle.patient.patientId} ${obstacle.kind} ${obstacle.name} ${obstacle.message}`}>
            <p>
              <Sentence
                of={`cart:notOrderable.${obstacle.kind}`}
                values={{ patient: obstacle.patient.fullName }}
                names={{ name: obstacle.name, message: obstacle.message }}
              />
            </p>
            <div className="row row-wrap">
              {obstacle.companions.map(({ analysisId, name }) => (
                <ButtonLink
                  key={analysisId}
                  look="quiet"
                  size="s"
                  to={`${pathOf('addToCart', { addableType: 'analysis', addableId: analysisId })}?pathnameToReturn=${pathOf('cart')}`}
                >
                  <OwnLanguage>{t('cart:addCompanion', { name })}</OwnLanguage>
                  <span className="visually-hidden">: {obstacle.patient.fullName}</span>
                </ButtonLink>
              ))}
              {obstacle.analysisId !== null && <Remove obstacle={obstacle} />}
              {isOne && branch}
            </div>
          </li>
        ))}
        {obstacles.includes('delivery_currency') && (
          <li>
            <p>{t('cart:notOrderable.deliveryCurrency')}</p>
            {isOne && branch}
          </li>
        )}
      </ul>
      {(otherTimePath || (!isOne && branch)) && (
        <div className="row row-wrap">
          {!isOne && branch}
          {otherTimePath && (
            <ButtonLink look="quiet" size="s" to={otherTimePath}>
              {t('order.visitChange.move')}
            </ButtonLink>
          )}
        </div>
      )}
    </Notice>
  )
}

function Remove({ obstacle: { patient, analysisId, name } }: { obstacle: Obstacle }) {
  const { t } = useTexts()
  return (
    <Form method="post" action={pathOf('cart')} preventScrollReset>
      <input type="hidden" name="patientId" value={patient.patientId} />
      <input type="hidden" name="analysisId" value={analysisId ?? ''} />
      <SubmitButton look="quiet" size="s" name="intent" value="removePatientAnalysis">
        {t('cart:notOrderable.remove')}
        <span className="visually-hidden">
          : <OwnLanguage>{name}</OwnLanguage>, {patient.fullName}
        </span>
      </SubmitButton>
    </Form>
  )
}

/** How many things there are to fix. */
export function countObstacles({ patients, obstacles }: Omit<ObstaclesView, 'otherTimePath'>): number {
  return patients.flatMap(obstaclesOf).length + (obstacles.includes('delivery_currency') ? 1 : 0)
}

interface Obstacle {
  kind: 'unavailable' | 'rule' | 'undecided'
  patient: CartPatientView
  /** What can be removed; null: a container, which is chosen below. */
  analysisId: number | null
  name: string
  message: string
  companions: CartLineView['problems'][number]['companions']
}

function obstaclesOf(patient: CartPatientView): Obstacle[] {
  const common = { patient, message: '', companions: [] }
  const ofLines = patient.lines.flatMap(({ analysisId, name, price, problems }): Obstacle[] => [
    ...(price ? [] : [{ ...common, kind: 'unavailable' as const, analysisId, name }]),
    ...problems.map((problem) => ({ ...common, ...problem, kind: 'rule' as const, analysisId, name })),
  ])
  const open = patient.fees.filter(({ decision }) => decision === 'open')
  return [
    ...ofLines,
    ...open.map(({ name }) => ({ ...common, kind: 'undecided' as const, analysisId: null, name })),
  ]
}
