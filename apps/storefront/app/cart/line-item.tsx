import { Form, Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './cart.module.css'
import type { CartLineView } from './cart-view.server.ts'

interface LineItemProps {
  line: CartLineView
  patientId: string
  patientName: string
  /** Others have it too: it can be removed for all. */
  isShared: boolean
}

/** One analysis of one patient, with its way out of the cart. */
export function LineItem({ line, patientId, patientName, isShared }: LineItemProps) {
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
            <SubmitButton look="link" name="intent" value="removeAnalysis">
              <span className="small">
                {t('cart:removeForAll')}
                <span className="visually-hidden">
                  : <OwnLanguage>{name}</OwnLanguage>
                </span>
              </span>
            </SubmitButton>
          </Form>
        )}
      </div>
      {price ? <Money {...price} /> : <span />}
      <Form method="post" action={pathOf('cart')} preventScrollReset>
        <input type="hidden" name="patientId" value={patientId} />
        <input type="hidden" name="analysisId" value={analysisId} />
        <SubmitButton look="icon" name="intent" value="removePatientAnalysis">
          <Icon name="x" />
          <span className="visually-hidden">
            <Sentence of="cart:removeFor" values={{ patient: patientName }} names={{ name }} />
          </span>
        </SubmitButton>
      </Form>
    </li>
  )
}
