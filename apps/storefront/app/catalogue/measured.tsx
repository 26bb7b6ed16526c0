import { useLayoutEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { RangeSpan } from '../ui/range-bar.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { Select } from '../ui/select-field.tsx'
import styles from './measured.module.css'
import type { MeasuredValue, MeasuredValues, RangeGroupView } from './measured-values.server.ts'

/** The values of an analysis, each with its range for a group of people. */
export function Measured({ measured, loinc }: { measured: MeasuredValues; loinc: string | null }) {
  const { t } = useTexts()
  const { values, groups } = measured
  if (values.length === 0) return null
  return (
    <section aria-labelledby="measured">
      <SectionHead id="measured" title={t('catalogue.measured.title', { count: values.length })}>
        {groups.length > 1 && <GroupChoice measured={measured} />}
      </SectionHead>
      <ul className={values.length > 1 ? `${styles.measured} ${styles.columns}` : styles.measured}>
        {values.map((value) => (
          <Value key={`${value.name} ${value.loinc}`} value={value} />
        ))}
      </ul>
      <p className={`small muted ${styles.note}`}>
        {t('catalogue.measured.note')} {loinc && <span className="nowrap">LOINC {loinc}</span>}
      </p>
    </section>
  )
}

function Value({ value }: { value: MeasuredValue }) {
  const { name, band, text } = value
  return (
    <li>
      <span>
        <OwnLanguage>{name}</OwnLanguage>
      </span>
      {band ? <RangeSpan {...band} /> : <span className="muted">{text}</span>}
    </li>
  )
}

/** Whose ranges are shown: a native select in a plain form; with scripts it applies immediately. */
function GroupChoice({ measured }: { measured: MeasuredValues }) {
  const { groups, shown } = measured
  const { t } = useTexts()
  const submit = useSubmit()
  const label = useGroupLabel()
  const select = useRef<HTMLSelectElement>(null)
  // React applies a default value only once, but the next analysis has the same select.
  useLayoutEffect(() => {
    if (select.current) select.current.value = measured.shown
  }, [measured])
  return (
    <Form method="get" className={styles.choice} preventScrollReset>
      <Select
        ref={select}
        name="ranges"
        aria-label={t('catalogue.measured.for')}
        defaultValue={shown}
        options={groups.map((group) => ({ value: group.key, label: label(group) }))}
        onChange={(event) => submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
      />
      <button type="submit" className={`${buttonClass({ look: 'quiet', size: 's' })} ${styles.show}`}>
        {t('catalogue.measured.show')}
      </button>
    </Form>
  )
}

/** "Women, from 18", "Children, 6 to 12 years". */
function useGroupLabel() {
  const { t } = useTexts()
  return ({ sex, fromYears, toYears }: RangeGroupView) => {
    const isChild = toYears !== null && toYears <= 18
    const sexes = isChild
      ? ({ FEMALE: 'girls', MALE: 'boys', null: 'children' } as const)
      : ({ FEMALE: 'women', MALE: 'men', null: 'people' } as const)
    const who = t(`catalogue.people.${sexes[`${sex}`]}`)
    if (fromYears === 0 && toYears === null) return who
    if (toYears === null) return `${who}, ${t('catalogue.age.from', { count: fromYears })}`
    if (fromYears === 0) return `${who}, ${t('catalogue.age.under', { count: toYears })}`
    return `${who}, ${t('catalogue.age.between', { from: fromYears, count: toYears })}`
  }
}
