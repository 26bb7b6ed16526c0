import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { ChildFasts } from './child-fasts.server.ts'

interface TestFacts {
  readyDay: string | null
  visitDay: string | null
  /** Working days until the result. */
  days: number
  notes: readonly string[]
  childFasts: ChildFasts | null
  personRules: readonly string[]
}

/** The facts that analyses and profiles have in common, laid out together with each page's own. */
export function useTestFacts(facts: TestFacts) {
  const { t } = useTexts()
  const { personRules } = facts
  return {
    ready: {
      icon: 'calendar' as const,
      term: t('catalogue.facts.ready'),
      value: <ReadyFact {...facts} />,
    },
    preparation: {
      icon: 'utensils-crossed' as const,
      term: t('catalogue.facts.preparation'),
      value: <PreparationFact {...facts} />,
    },
    who: {
      icon: 'users-round' as const,
      term: t('catalogue.facts.who'),
      value: personRules.length > 0 ? <Sentences of={personRules} /> : t('catalogue.facts.everyone'),
    },
  }
}

const Sentences = ({ of }: { of: readonly string[] }) =>
  of.map((sentence) => (
    <p key={sentence}>
      <OwnLanguage>{sentence}</OwnLanguage>
    </p>
  ))

/** What to do before the visit, with a line for children where less is asked of them. */
export function PreparationFact({ notes, childFasts }: Pick<TestFacts, 'notes' | 'childFasts'>) {
  const { t } = useTexts()
  const hours = childFasts?.childHours
  const sentences = [
    ...notes,
    ...(childFasts?.isBabyFed ? [t('catalogue.preparation.baby')] : []),
    ...(hours ? [t('catalogue.preparation.child', { hours })] : []),
  ]
  if (sentences.length === 0) return t('catalogue.preparation.none')
  return <Sentences of={sentences} />
}

/** When the result is ready: the day, and how it is counted. */
function ReadyFact({ readyDay, visitDay, days }: Pick<TestFacts, 'readyDay' | 'visitDay' | 'days'>) {
  const { t } = useTexts()
  return (
    <>
      {readyDay && <b>{capital(readyDay)}</b>}
      {readyDay && ', '}
      {t('catalogue.workingDays', { count: days })}
      {visitDay && ` ${t('catalogue.afterVisit', { date: visitDay })}`}
    </>
  )
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
