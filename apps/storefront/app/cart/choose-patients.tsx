import type { OptionalMaterialDecisionRequestMap } from '@shop/contract/cart'
import { formatMoney, fromWire, type ORDER_CURRENCY, toWire, type WireMoney } from '@shop/domain/money'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ChoiceCard } from '../ui/choice-card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { PriceLines } from '../ui/price-lines.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import styles from './add-to-cart.module.css'
import type { AddableView } from './addable.server.ts'
import type { PatientChoice } from './patient-choices.server.ts'

interface PatientOptionProps {
  choice: PatientChoice
  disabled: boolean
  isChosen: boolean
  /** Form fields as they were sent. */
  answers: ReadonlyMap<string, string>
  /** Materials still undecided when the form was sent. */
  undecided: OptionalMaterialDecisionRequestMap[string] | undefined
}

/** One patient; decisions about them appear inside the card once they are chosen, even without scripts. */
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

/**
 * The total for the patients chosen in the form, updated with it; null until a script runs, and while no one is chosen.
 */
export function useSelection(
  ref: RefObject<HTMLFormElement | null>,
  choices: readonly PatientChoice[],
): Selection | null {
  const [selection, setSelection] = useState<Selection | null>(null)
  useEffect(() => {
    const form = ref.current
    if (!form) return
    const read = () => {
      const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
      const patientIds = entries.flatMap(([name, value]) => (name === 'patientIds' ? value : []))
      setSelection(patientIds.length > 0 ? selectionSum(choices, patientIds, new Map(entries)) : null)
    }
    read()
    form.addEventListener('change', read)
    return () => form.removeEventListener('change', read)
  }, [ref, choices])
  return selection
}

interface Selection {
  /** Number of patients. */
  count: number
  sum: WireMoney
}

/** What the chosen patients together add to the cart; `answers` are the form's fields on pregnancies and materials. */
export function selectionSum(
  choices: readonly PatientChoice[],
  patientIds: readonly string[],
  answers: ReadonlyMap<string, string>,
): Selection {
  let amount = 0
  const chosen = choices.filter(({ patientId }) => patientIds.includes(patientId))
  for (const { patientId, quote, unconfirmed } of chosen) {
    const isConfirmed = answers.get(`pregnant.${patientId}`) === 'yes'
    const { sum, materials } = unconfirmed && !isConfirmed ? unconfirmed : quote
    const bought = materials.filter(
      ({ materialId }) => answers.get(`material.${patientId}.${materialId}`) === 'buy',
    )
    for (const price of [sum, ...bought.map((material) => material.price)]) {
      amount += fromWire(price).amount
    }
  }
  const currency = choices[0]?.quote.sum.currency ?? ('BYN' satisfies typeof ORDER_CURRENCY)
  return { count: chosen.length, sum: toWire({ amount, currency }) }
}

interface AddableSummaryProps {
  addable: AddableView
  /** The total for the chosen patients. */
  selection?: Selection | null
  children?: ReactNode
}

/** What is about to be added and its price for one person, with the fees on separate lines. */
export function AddableSummary({ addable, selection, children }: AddableSummaryProps) {
  const { t } = useTexts()
  const { name, lines, total, ready } = addable
  return (
    <Card as="aside" stacked aria-labelledby="addable-name">
      <h2 id="addable-name">
        <OwnLanguage>{name}</OwnLanguage>
      </h2>
      {ready && (
        <p className="small muted">
          <Icon name="calendar" size="s" /> {t('catalogue.readyOn', { date: ready })}
        </p>
      )}
      {total && (
        <PriceLines
          small
          lines={[
            ...lines.map(({ key, name: label, price, isFee }) => ({
              key,
              label: <OwnLanguage>{label}</OwnLanguage>,
              amount: price,
              ...(isFee ? { kind: 'fee' as const } : {}),
            })),
            { key: 'total', label: t('cart:add.perPatient'), amount: total, kind: 'total' },
            ...(selection && (selection.count > 1 || selection.sum.price !== total.price)
              ? [
                  {
                    key: 'selection',
                    label: t('cart:add.forPatients', { count: selection.count }),
                    amount: selection.sum,
                    kind: 'total' as const,
                  },
                ]
              : []),
          ]}
        />
      )}
      {children}
    </Card>
  )
}
