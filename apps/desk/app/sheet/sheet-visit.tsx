import type { SheetVisit as ReadVisit } from '@shop/contract/desk-sheet'
import type { StaffPermission } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { PhoneLink } from '@shop/storefront/ui/phone-link.tsx'
import { Link } from 'react-router'
import { pathOf } from '../navigation.ts'
import { type PlainStep, VisitStateTag, VisitSteps } from '../visits/visit-steps.tsx'
import { wayToDoor } from '../visits/way-to-door.ts'
import { RefusedSteps } from './refused-steps.tsx'
import type { PersonInWords } from './say-days.server.ts'
import styles from './sheet.module.css'
import { SheetPerson } from './sheet-person.tsx'
import { type WaitingStep, withSteps } from './waiting-steps.ts'

type Visit = Omit<ReadVisit, 'people'> & { people: readonly PersonInWords[]; key: string }

interface SheetVisitProps {
  visit: Visit
  day: string
  permissions: readonly StaffPermission[]
  /** What was pressed on this device. */
  steps: readonly WaitingStep[]
  press(step: Pick<WaitingStep, 'orderId' | 'number' | 'step' | 'version' | 'identityChecked'>): void
  understood(steps: readonly WaitingStep[]): void
}

/** A visit at home: the door, who is there, what is taken, and what became of it. */
export function SheetVisit({ visit, day, permissions, steps, press, understood }: SheetVisitProps) {
  const texts = useTexts()
  const { t } = texts
  const now = withSteps(visit, steps)
  const { orderId, number, phone, notes, people } = visit
  const door = wayToDoor(visit, texts)
  const refused = steps.filter((step) => step.orderId === orderId && step.problem)
  const isWaiting = steps.some((step) => step.orderId === orderId && !step.problem && !step.isTold)
  const pressed = (step: PlainStep, identityChecked: boolean) =>
    press({ orderId, number, step, version: now.version, identityChecked })
  return (
    <Card as="article" stacked aria-labelledby={`visit-${orderId}`}>
      <div className="row row-wrap between">
        <h2 id={`visit-${orderId}`}>
          {`${visit.start.slice(11, 16)}–${visit.end.slice(11, 16)}`}{' '}
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
          <strong>{door.house}</strong>
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
