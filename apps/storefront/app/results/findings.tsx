import type { ReactNode } from 'react'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { RangeBar } from '../ui/range-bar.tsx'
import styles from './findings.module.css'
import { rangeWords, ValueFlag, ValueNotes } from './value-notes.tsx'
import type { ValueView } from './value-view.server.ts'

interface FindingsProps {
  values: readonly ValueView[]
  /** Stands beside the sentences about a value. */
  beside?: (value: ValueView) => ReactNode
  /** The heading above: a value of the same name does not repeat it. */
  title?: string
  /** The sentence above says that the only value is in range. */
  isAnswered?: boolean
}

/** Values shown large, one card each: those outside their range, or all of a short report. */
export function Findings({ values, ...of }: FindingsProps) {
  return (
    <ul className={styles.findings}>
      {values.map((value) => (
        <Finding key={value.id} value={value} {...of} />
      ))}
    </ul>
  )
}

interface FindingProps extends Omit<FindingsProps, 'values'> {
  value: ValueView
}

function Finding({ value, title, isAnswered, beside }: FindingProps) {
  const { t } = useTexts()
  const { name, text, unit, position, range } = value
  return (
    <Card as="li">
      <h3 className={name === title ? 'visually-hidden' : undefined}>
        <OwnLanguage>{name}</OwnLanguage>
      </h3>
      <div className={styles.head}>
        <p className={value.isText ? styles.words : styles.value}>
          {text} {unit && <small>{unit}</small>}
        </p>
        {!(isAnswered && value.word === 'normal') && <ValueFlag value={value} />}
      </div>
      {position !== null && (
        <>
          <div className={styles.bar}>
            <RangeBar position={position} shape={value.shape} size="l" open={value.open} />
          </div>
          <p className={styles.ends} aria-hidden="true">
            <span>{range?.low}</span>
            <span>{range?.high}</span>
          </p>
        </>
      )}
      <p className={position === null ? styles.about : 'visually-hidden'}>
        {range
          ? t('results.value.range', { range: [rangeWords(value), unit].filter(Boolean).join(' ') })
          : t('results.value.noRange')}
      </p>
      <div className="row between">
        <AboutValue value={value} />
        {beside?.(value)}
      </div>
      <ValueNotes value={value} />
    </Card>
  )
}

type Translate = ReturnType<typeof useTexts>['t']

function distanceText(t: Translate, { text, isPoints }: NonNullable<ValueView['distance']>): string {
  return isPoints ? t('results.value.points', { number: text }) : text
}

/** How far outside the range, and the earlier value: facts without interpretation. */
function AboutValue({ value }: { value: ValueView }) {
  const { t } = useTexts()
  const { distance, earlier } = value
  const sentences = [
    ...(distance ? [t(`results.value.${distance.side}`, { distance: distanceText(t, distance) })] : []),
    ...(earlier ? [t(`results.value.${earlier.direction}`, { date: earlier.on, value: earlier.value })] : []),
  ]
  if (sentences.length === 0) return null
  return <p className={styles.about}>{sentences.join(' ')}</p>
}
