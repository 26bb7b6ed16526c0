import { languageOfName } from '@shop/domain/language-of-name'
import type { Texts } from '@shop/texts/create-texts'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './analysis-list.module.css'
import type { AnalysisRow } from './analysis-row.server.ts'
import { markHit } from './mark-hit.ts'

interface AnalysisListProps {
  rows: readonly AnalysisRow[]
  /** The search term, marked in the names. */
  term?: string
  /** Path that the Back link of an analysis leads to; defaults to its parent. */
  returnTo?: string
}

/** Analyses in columns, so that price, date and preparation are easy to compare. */
export function AnalysisList({ rows, term = '', returnTo }: AnalysisListProps) {
  const { t } = useTexts()
  const names = useShellData()?.cart?.namesByAnalysisId
  const words = rowWords(t)
  const query = returnTo ? `?${new URLSearchParams({ pathnameToReturn: returnTo })}` : ''
  return (
    <div className={styles.tests}>
      <p className={styles.head} aria-hidden="true">
        <span>{t('catalogue.list.test')}</span>
        <span>{t('catalogue.list.before')}</span>
        <span>{t('catalogue.list.ready')}</span>
        <span>{t('catalogue.price')}</span>
        <span />
      </p>
      <ol>
        {rows.map((row) => (
          <Row key={row.id} row={row} term={term} words={words} names={names?.[row.id]} query={query} />
        ))}
      </ol>
    </div>
  )
}

/** Texts of the rows, translated once for the list: in every row they took a quarter of the page's rendering time. */
interface RowWords {
  ready: string
  preparation: (row: AnalysisRow) => string
  add: (name: string) => string
  inCartFor: (names: readonly string[]) => string
  isInCart: (name: string, names: readonly string[]) => string
}

const NAME = '\u0000'

function rowWords(t: Texts['t']): RowWords {
  const [before = '', after = ''] = t('catalogue.list.add', { name: NAME }).split(NAME)
  const fasting = new Map<number, string>()
  const special = t('catalogue.preparation.special')
  const none = t('catalogue.preparation.none')
  return {
    ready: t('catalogue.list.ready'),
    preparation({ fastingHours: hours, hasNotes }) {
      if (hours === 0) return hasNotes ? special : none
      const text = fasting.get(hours) ?? t('catalogue.preparation.fasting', { hours })
      fasting.set(hours, text)
      return text
    },
    add: (name) => `${before}${name}${after}`,
    inCartFor: (names) => t('catalogue.inCartFor', { names: names.join(', ') }),
    isInCart: (name, names) => t('catalogue.list.isInCart', { name, names: names.join(', ') }),
  }
}

interface RowProps {
  row: AnalysisRow
  term: string
  words: RowWords
  /** Names of the patients in whose cart it is. */
  names: readonly string[] | undefined
  /** Query string of the link to an analysis. */
  query: string
}

function Row({ row, term, words, names, query }: RowProps) {
  const { id, name, also, specimen, ready, amount, currency } = row
  return (
    <li className={styles.test}>
      <Link
        className={`${styles.name} cover`}
        to={`${pathOf('analysisInSearch', { analysisId: id })}${query}`}
        data-walk
      >
        <Marked text={name} term={term} />
      </Link>
      <p className={`${styles.meta} dots`}>
        {also && (
          <span>
            <Marked text={also} term={term} />
          </span>
        )}
        <span>
          <OwnLanguage>{specimen}</OwnLanguage>
        </span>
        {names && <b>{words.inCartFor(names)}</b>}
      </p>
      <div className={styles.facts}>
        <p className={styles.ready}>
          {ready && (
            <>
              <span className={styles.readyWord}>{words.ready} </span>
              {ready}
            </>
          )}
        </p>
        {/* A phone has room for the hours without food only. */}
        <p className={classNames(styles.prep, row.fastingHours === 0 && 'only-wide')}>
          {words.preparation(row)}
        </p>
      </div>
      <p className={styles.price}>
        {amount}
        <small> {currency}</small>
      </p>
      {names ? (
        <Link className={styles.added} to={pathOf('cart')} aria-label={words.isInCart(name, names)}>
          <Icon name="check" />
        </Link>
      ) : (
        <Link
          className={styles.add}
          to={pathOf('addToCart', { addableType: 'analysis', addableId: id })}
          aria-label={words.add(name)}
        >
          <Icon name="plus" />
        </Link>
      )}
    </li>
  )
}

/** A name with the search words marked. */
function Marked({ text, term }: { text: string; term: string }) {
  const { language } = useTexts()
  const lang = languageOfName(text, language)
  const parts = term
    ? markHit(text, term).map(({ text: part, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
        isHit ? <mark key={index}>{part}</mark> : part,
      )
    : text
  return lang ? <span lang={lang}>{parts}</span> : parts
}
