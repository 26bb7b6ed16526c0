import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { Flag } from '../ui/flag.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { LastTimeView, TimelineCell, TimelinePersonView, TimelineView } from './load-timeline.server.ts'
import styles from './timeline.module.css'

/** One row per person on one axis: tests and the time between them; below, the latest findings. */
export default function TimelinePage({ timeline }: { timeline: TimelineView }) {
  const { t } = useTexts()
  const { people, ticks } = timeline
  const years = new Set(ticks.map(({ column }) => column))
  return (
    <div className="sections">
      <PageHead title={t('results.timeline.title')} lead={t('results.timeline.lead')}>
        <Link className="hit" to={pathOf('testResults')}>
          {t('results.timeline.list')}
        </Link>
      </PageHead>
      <Card flush>
        <Axis timeline={timeline} />
        <ul>
          {people.map((person) => (
            <Person key={person.id} person={person} years={years} />
          ))}
        </ul>
        <Legend />
      </Card>
      <section aria-labelledby="last-time">
        <SectionHead id="last-time" title={t('results.timeline.lastTime')} />
        <div className={styles.lasts}>
          {people.map((person) => (
            <LastTimes key={person.id} person={person} />
          ))}
        </div>
      </section>
    </div>
  )
}

/** Hidden from screen readers: each mark states its own date. */
function Axis({ timeline: { ticks, columnCount } }: { timeline: TimelineView }) {
  return (
    <div className={classNames(styles.row, styles.head)} aria-hidden="true">
      <div className={styles.axis}>
        {ticks.map(({ column, text }) => (
          <span
            key={column}
            className={column === columnCount - 1 ? styles.late : undefined}
            style={{ '--column': column + 1 } as CSSProperties}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

const TONES = [
  ['in', 'results.word.normal'],
  ['out', 'results.word.outside'],
  ['critical', 'results.about.criticalWord'],
  ['unjudged', 'results.word.unjudged'],
  ['awaited', 'results.awaited'],
] as const

/** What the marks look like; hidden from screen readers, since each mark states what was found. */
function Legend() {
  const { t } = useTexts()
  return (
    <ul className={classNames(styles.legend, 'row row-wrap small muted')} aria-hidden="true">
      {TONES.map(([tone, word]) => (
        <li key={tone} className="row">
          <span className={classNames(styles.mark, styles[tone])} />
          {t(word)}
        </li>
      ))}
    </ul>
  )
}

interface PersonProps {
  person: TimelinePersonView
  /** The columns in which a year begins. */
  years: ReadonlySet<number>
}

function Person({ person: { name, last, gaps, cells }, years }: PersonProps) {
  return (
    <li className={styles.row}>
      <div className={styles.person}>
        <Avatar name={name} />
        <div>
          <b>{name}</b>
          <p className={styles.note}>{last}</p>
          {gaps.map((gap) => (
            <p key={gap} className={styles.note}>
              {gap}
            </p>
          ))}
        </div>
      </div>
      <ol className={styles.axis} aria-label={name}>
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <Cell key={index} cell={cell} startsYear={years.has(index)} />
        ))}
      </ol>
    </li>
  )
}

/** A cell without a test is hidden from screen readers. */
function Cell({ cell: { mark, line }, startsYear }: { cell: TimelineCell; startsYear: boolean }) {
  return (
    <li
      className={classNames(styles.cell, startsYear && styles.year, line && styles[line.look])}
      style={line ? ({ '--columns': line.columns } as CSSProperties) : undefined}
      aria-hidden={mark ? undefined : true}
    >
      {mark && (
        <Link className={classNames(styles.mark, styles[mark.tone])} to={mark.path}>
          {mark.count > 1 && <span aria-hidden="true">{mark.count}</span>}
          <span className="visually-hidden">{mark.label}</span>
        </Link>
      )}
    </li>
  )
}

const SHOWN = 5

function LastTimes({ person: { id, name, lasts } }: { person: TimelinePersonView }) {
  const { t } = useTexts()
  const more = lasts.slice(SHOWN)
  return (
    <section aria-labelledby={`last-${id}`}>
      <h3 id={`last-${id}`}>{name}</h3>
      <Card flush>
        {lasts.length === 0 && <p className={styles.none}>{t('results.awaited')}</p>}
        <LastList lasts={lasts.slice(0, SHOWN)} />
        {more.length > 0 && (
          <details className="more">
            <summary>{t('results.timeline.more', { count: more.length })}</summary>
            <LastList lasts={more} />
          </details>
        )}
      </Card>
    </section>
  )
}

function LastList({ lasts }: { lasts: readonly LastTimeView[] }) {
  return (
    <ul className={styles.list}>
      {lasts.map(({ path, name, text, word, isOutside, when }) => (
        <li key={path}>
          <Link className={styles.last} to={path}>
            <span>
              <b>
                <OwnLanguage>{name}</OwnLanguage>
              </b>
              <span className={styles.note}>{when}</span>
            </span>
            <span className={styles.finding}>
              <span className={classNames(isOutside && styles.outside)}>{text}</span>
              {word && <Flag shape={word.shape}>{word.text}</Flag>}
            </span>
            <Icon name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
