import type { SheetVisit } from '@shop/contract/desk-sheet'
import { ageOf } from '@shop/domain/age-in-words'
import type { StaffPermission } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { PhoneLink } from '@shop/storefront/ui/phone-link.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../navigation.ts'
import { type PlainStep, VisitStateTag, VisitSteps } from '../visits/visit-steps.tsx'
import { wayToDoor } from '../visits/way-to-door.ts'
import type { PersonInWords } from './person-in-words.server.ts'
import { RefusedSteps } from './refused-steps.tsx'
import styles from './sheet.module.css'
import { type WaitingStep, withSteps } from './waiting-steps.ts'

type Visit = Omit<SheetVisit, 'people'> & { people: readonly PersonInWords[]; time: string; key: string }

interface SheetVisitCardProps {
  visit: Visit
  day: string
  permissions: readonly StaffPermission[]
  /** What was pressed on this device. */
  steps: readonly WaitingStep[]
  press(step: Pick<WaitingStep, 'orderId' | 'number' | 'step' | 'version' | 'identityChecked'>): void
  understood(steps: readonly WaitingStep[]): void
}

/** A home visit: the door, the people, what is taken, and how it went. */
export function SheetVisitCard({ visit, day, permissions, steps, press, understood }: SheetVisitCardProps) {
  const texts = useTexts()
  const { t } = texts
  const now = withSteps(visit, steps)
  const { orderId, number, phone, notes, people, time } = visit
  const door = wayToDoor(visit, texts)
  const maps = useMaps()
  const refused = steps.filter((step) => step.orderId === orderId && step.problem)
  const isWaiting = steps.some((step) => step.orderId === orderId && !step.problem && !step.isTold)
  const pressed = (step: PlainStep, identityChecked: boolean) =>
    press({ orderId, number, step, version: now.version, identityChecked })
  return (
    <Card as="article" stacked aria-labelledby={`visit-${orderId}`}>
      <div className="row row-wrap between">
        <h2 id={`visit-${orderId}`}>
          {time}{' '}
          <Link to={pathOf('order', { orderId })} className={styles.number}>
            {number}
          </Link>
        </h2>
        <span className="row">
          {isWaiting && <span className="muted">{t('desk:sheet.waits')}</span>}
          <VisitStateTag state={now.state} />
        </span>
      </div>
      {door && (
        <address className={styles.door}>
          <strong>
            {maps ? (
              <a className="hit" href={`${maps}${encodeURIComponent(door.house)}`}>
                {door.house}
              </a>
            ) : (
              door.house
            )}
          </strong>
          {door.inside && <span>{door.inside}</span>}
          {phone && <PhoneLink phone={phone} />}
          {door.notes && <span className={styles.note}>{door.notes}</span>}
        </address>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {people.map((person) => (
        <SheetPerson key={person.patientId} person={person} day={day} />
      ))}
      <RefusedSteps refused={refused} understood={understood} />
      <div className={styles.steps}>
        <VisitSteps
          key={now.version}
          visit={now}
          permissions={permissions}
          size="m"
          pressKey={visit.key}
          onPress={pressed}
        />
      </div>
    </Card>
  )
}

const neverChanges = () => () => {}

/**
 * How a link to a house begins that opens a phone's own maps, null on other devices; flat and door stay here. Never a
 * site's address, which the browser would open, send and remember. Apple's maps do not open `geo:` links.
 */
const useMaps = () => useSyncExternalStore(neverChanges, ownMaps, () => null)

function ownMaps(): string | null {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad calls itself a Mac, but is touched.
  const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 0)
  if (isApple) return 'maps:?q='
  return /Android/.test(userAgent) ? 'geo:0,0?q=' : null
}

/** A person to take samples from, on the day, with everything else to know about them at the door. */
function SheetPerson({ person, day }: { person: PersonInWords; day: string }) {
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
          <h4>{t('shell.nav.tests')}</h4>
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

/** For several people, who are listed in the order of their turns: when this one's is. Fasting ends with the sample. */
function WhenToEat({ person: { fastingHours, beforeFeed, turn } }: { person: PersonInWords }) {
  const { t } = useTexts()
  const said = [
    turn && t('desk:sheet.turn', { time: turn.start, minutes: turn.minutes }),
    fastingHours > 0 && t('desk:sheet.fasts', { count: fastingHours }),
    beforeFeed && t('desk:sheet.beforeFeed'),
    turn?.mayEatFrom && t('desk:sheet.eats', { time: turn.mayEatFrom }),
  ].filter(Boolean)
  return said.length > 0 ? <p>{said.join(' ')}</p> : null
}
