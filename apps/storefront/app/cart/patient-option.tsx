import type { OptionalMaterialDecisionRequestMap } from '@shop/contract/cart'
import { formatMoney, fromWire } from '@shop/domain/money'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ChoiceCard } from '../ui/choice-card.tsx'
import { Money } from '../ui/money.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import styles from './add-to-cart.module.css'
import type { PatientChoice } from './patient-choices.server.ts'

interface PatientOptionProps {
  choice: PatientChoice
  disabled: boolean
  isChosen: boolean
  /** Fields as they were sent. */
  answers: ReadonlyMap<string, string>
  /** Materials that were not decided when the form was sent. */
  undecided: OptionalMaterialDecisionRequestMap[string] | undefined
}

/** One patient; what has to be decided about him appears inside the card once he is chosen, without scripts too. */
export function PatientOption({ choice, disabled, isChosen, answers, undecided }: PatientOptionProps) {
  const { patientId, fullName, state } = choice
  const isOffered = state === 'offered' && !disabled
  return (
    <div className={styles.option}>
      <ChoiceCard
        name="patientIds"
        value={patientId}
        title={fullName}
        description={<About choice={choice} />}
        end={<Avatar name={fullName} />}
        disabled={!isOffered}
        defaultChecked={isOffered && isChosen}
      />
      {isOffered && (
        <div className={styles.more}>
          <Decisions choice={choice} answers={answers} undecided={undecided} />
        </div>
      )}
    </div>
  )
}

function About({ choice }: { choice: PatientChoice }) {
  const { t, language } = useTexts()
  const { age, gender, born, state, reasons, addedCount, wantedCount, companions, quote, remarks } = choice
  return (
    <>
      {t(`patients.age.${age.unit}`, { count: age.count })} · {t(`patients.born.${gender}`, { date: born })}
      {state === 'inCart' && <span className={styles.reason}>{t('cart:add.inCart')}</span>}
      {[...reasons, ...remarks].map((reason) => (
        <span key={reason} className={styles.reason}>
          <OwnLanguage>{reason}</OwnLanguage>
        </span>
      ))}
      {state === 'offered' && reasons.length > 0 && (
        <span className={styles.reason}>{t('cart:add.partly', { count: addedCount, of: wantedCount })}</span>
      )}
      {state === 'offered' &&
        companions.map(({ analysisId, name }) => (
          <span key={analysisId} className={styles.reason}>
            <Sentence of="cart:add.companion" names={{ name }} />
          </span>
        ))}
      {state === 'offered' && (
        <span className={styles.reason}>
          {t('cart:add.adds', { sum: formatMoney(fromWire(quote.sum), language) })}
        </span>
      )}
    </>
  )
}

type DecisionsProps = Pick<PatientOptionProps, 'choice' | 'answers' | 'undecided'>

function Decisions({ choice, answers, undecided }: DecisionsProps) {
  const { t } = useTexts()
  const { patientId, fullName, needsPregnancy, quote, leftOutIds } = choice
  const { materials } = quote
  const open = Object.values(undecided ?? {}).map(({ materialId, name, price, currency }) => ({
    materialId,
    name,
    price: { price, currency: currency as (typeof materials)[number]['price']['currency'] },
  }))
  const asked = [
    ...materials,
    ...open.filter(({ materialId }) => !materials.some((m) => m.materialId === materialId)),
  ]
  return (
    <>
      {leftOutIds.length > 0 && (
        <input type="hidden" name={`leftOut.${patientId}`} value={leftOutIds.join()} />
      )}
      {needsPregnancy && (
        <Checkbox
          name={`pregnant.${patientId}`}
          value="yes"
          defaultChecked={answers.get(`pregnant.${patientId}`) === 'yes'}
          label={t('cart:add.pregnant', { name: fullName })}
        />
      )}
      {asked.map(({ materialId, name, price }) => {
        const field = `material.${patientId}.${materialId}`
        return (
          <RadioGroup
            key={materialId}
            name={field}
            legend={<Sentence of="cart:add.material" names={{ material: name }} />}
            error={undecided?.[materialId] ? t('cart:add.decide') : undefined}
            defaultValue={answers.get(field)}
            options={[
              { value: 'buy', title: t('cart:add.buy'), end: <Money {...price} /> },
              {
                value: 'bring',
                title: t('cart:add.bring'),
                end: <Money price={0} currency={price.currency} />,
              },
            ]}
          />
        )
      })}
    </>
  )
}
