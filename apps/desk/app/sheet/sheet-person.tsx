import { ageOf } from '@shop/domain/age-in-words'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import type { PersonInWords } from './say-days.server.ts'
import styles from './sheet.module.css'

/** Somebody to take samples from, on the day. What else has to be known of each at the door is told here. */
export function SheetPerson({ person, day }: { person: PersonInWords; day: string }) {
  const { t } = useTexts()
  const { name, dateOfBirth, born, gender, pregnant, tests, containers, answers } = person
  const { unit, count } = ageOf(dateOfBirth, day)
  const facts = [
    t(`patients.age.${unit}`, { count }),
    t('desk:sheet.born', { date: born }),
    t(`desk:order.gender${gender}`),
    pregnant && t('desk:order.pregnant'),
  ]
  return (
    <section className={styles.person}>
      <h3>{name}</h3>
      <p className="muted">{facts.filter(Boolean).join(' · ')}</p>
      <WhenToEat person={person} />
      {answers.length > 0 && (
        <ul>
          {answers.map(({ question, answer }) => (
            <li key={question}>
              <span className="muted">{t(`order.questions.${question}`)}</span>{' '}
              <strong>
                {answer === 'yes' || answer === 'no'
                  ? t(`order.questions.${answer}`)
                  : (answer ?? t('desk:sheet.unanswered'))}
              </strong>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.taken}>
        <div>
          <h4>{t('desk:sheet.tubes')}</h4>
          <ol className={styles.tubes}>
            {containers.map(({ id, name: container, count: filled, testCount, isBrought }) => (
              <li key={id}>
                {filled > 1 ? `${container} × ${filled}` : container}{' '}
                <span className="muted">{t('shell.tests', { count: testCount })}</span>{' '}
                {isBrought && <Tag>{t('desk:order.brought')}</Tag>}
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h4>{t('desk:sheet.tests')}</h4>
          <ul>
            {tests.map((test) => (
              <li key={`${test.code} ${test.name}`}>
                <span className="muted">{test.code}</span> {test.name}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

/** Of several people, who stand in the order of their turns: when this one's is. What was fasted for is over with the sample. */
function WhenToEat({ person: { fastingHours, beforeFeed, turn } }: { person: PersonInWords }) {
  const { t } = useTexts()
  const said = [
    turn && t('desk:sheet.turn', { time: timeIn(turn.start), minutes: turn.minutes }),
    fastingHours > 0 && t('desk:sheet.fasts', { count: fastingHours }),
    beforeFeed && t('desk:sheet.beforeFeed'),
    turn?.mayEatFrom && t('desk:sheet.eats', { time: timeIn(turn.mayEatFrom) }),
  ].filter(Boolean)
  return said.length > 0 ? <p>{said.join(' ')}</p> : null
}

const timeIn = (instant: string) => instant.slice(11, 16)
