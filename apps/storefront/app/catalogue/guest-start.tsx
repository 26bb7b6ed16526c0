import { Link } from 'react-router'
import type { FreeTime } from '../laboratories/next-free.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Flag } from '../ui/flag.tsx'
import { RangeBar } from '../ui/range-bar.tsx'
import styles from './guest-start.module.css'
import type { HomeView } from './load-home.server.ts'

/** How a result explains itself, by an example that says that it is one. */
export function ExampleResult({ example }: Pick<HomeView, 'example'>) {
  const { t } = useTexts()
  const { value, unit, low, high, position, distance, on } = example
  return (
    <section className={styles.example} aria-labelledby="example">
      <p className={styles.exampleHead}>
        <b id="example">{t('catalogue.home.example.title')}</b>
        <Flag shape="low">{t('results.word.low')}</Flag>
      </p>
      <p className={styles.value}>
        {value} <small>{unit}</small>
      </p>
      <RangeBar position={position} shape="low" size="l" />
      <p className={styles.ends}>
        <span>{low}</span>
        <span>{high}</span>
      </p>
      <p className="small muted">{t('catalogue.home.example.text', { distance, date: on })}</p>
    </section>
  )
}

/** When somebody can be tested soonest, at home and at a branch. */
export function FreeTimes({ times }: { times: readonly FreeTime[] }) {
  const { t } = useTexts()
  if (times.length === 0) return null
  return (
    <ul className={styles.times} aria-label={t('laboratories.nextFree')}>
      {times.map(({ laboratoryId, label, comesHome, at }) => (
        <li key={laboratoryId}>
          <Link className={styles.time} to={pathOf('branch', { laboratoryId })}>
            <span className={styles.timeWords}>
              <span>{t(`catalogue.home.free.${comesHome ? 'home' : 'branch'}`)}</span>
              <b>{at}</b>
              <span className="small muted" lang="ru">
                {label}
              </span>
            </span>
            <Drawing name={comesHome ? 'nurse' : 'branch'} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const REASONS = [1, 2, 3, 4, 5, 6] as const

/** What brings most people here; each is found by the search, which answers with what is tested first. */
export function Reasons() {
  const { t } = useTexts()
  return (
    <nav className={styles.reasons} aria-labelledby="reasons">
      <span id="reasons">{t('catalogue.home.reasons.title')}</span>
      {REASONS.map((number) => {
        const name = t(`catalogue.home.reasons.${number}`)
        return (
          <Link key={number} to={`${pathOf('search')}?${new URLSearchParams({ searchNameTerm: name })}`}>
            {name}
          </Link>
        )
      })}
    </nav>
  )
}

const QUESTIONS = ['food', 'when', 'who'] as const

/** Who takes the blood and by what right, and what people ask first. */
export function Trust() {
  const { t } = useTexts()
  const partner = usePartner()
  return (
    <div className={styles.trust}>
      <section aria-labelledby="nurse" className={styles.nurse}>
        <Drawing name="plaster" />
        <div>
          <h2 id="nurse">{t('catalogue.home.nurse.title')}</h2>
          <p className="muted">{t('catalogue.home.nurse.text')}</p>
          <p className="small muted">
            {partner.company}: {partner.quality}.
          </p>
        </div>
      </section>
      <section aria-labelledby="questions">
        <h2 id="questions">{t('catalogue.home.questions.title')}</h2>
        {QUESTIONS.map((question) => (
          <details key={question} className={styles.question}>
            <summary>{t(`catalogue.home.questions.${question}.ask`)}</summary>
            <p className="muted">{t(`catalogue.home.questions.${question}.answer`)}</p>
          </details>
        ))}
      </section>
    </div>
  )
}
